// Generated from the contract by `npm run generate -w packages/client`; do not edit.

import type { Call, FileToSend, Forever, Options } from './calls.ts';
import type { CountedPage, FeedPage, FoundPage, Listing } from './pages.ts';
import type { EventStream, StreamOptions } from './streams.ts';
import type {
  ActivityEntry,
  Agent,
  AgentsActivityQuery,
  AgentsCreateBody,
  AgentsListQuery,
  AgentsPushSessionsBody,
  AgentsPushTelemetryBody,
  AgentsTelemetryAnswer,
  AgentsTelemetryQuery,
  AgentsUpdateBody,
  AgentWithCounts,
  Attachment,
  Attempt,
  AttemptsListQuery,
  Briefing,
  Chat,
  ChatsListQuery,
  ChatsMessagesQuery,
  ChatsRenameBody,
  ChatsSendBody,
  ChatsStartBody,
  ChatsTurnQuery,
  ClaimedTurn,
  ClaimedVerification,
  ClaimsClaimBody,
  ClaimsHeartbeatBody,
  ClaimsNextBody,
  ClaimsReleaseBody,
  Comment,
  Delivery,
  Event,
  EventsListQuery,
  EventsStreamQuery,
  ExportsReadQuery,
  File,
  Goal,
  GoalsCreateBody,
  GoalsDeleteAnswer,
  GoalsListQuery,
  GoalsUpdateBody,
  GoalsVerificationsQuery,
  GoalsVerifyBody,
  Import,
  ImportsAddAnswer,
  ImportsAddBody,
  ImportsCreateBody,
  ImportsListQuery,
  ImportsPreviewAnswer,
  ImportsPreviewBody,
  InboxAnswerAnswer,
  InboxAnswerBody,
  InboxItem,
  InboxListQuery,
  Initiative,
  InitiativesCreateBody,
  InitiativesDeleteAnswer,
  InitiativesListQuery,
  InitiativesProjectsQuery,
  InitiativesUpdateBody,
  Invitation,
  InvitedMember,
  Key,
  KeysCreateBody,
  KeysListQuery,
  KeyWithSecret,
  Label,
  LabelsCreateBody,
  LabelsListQuery,
  LabelsUpdateBody,
  Me,
  Member,
  MembersAcceptInvitationBody,
  MembersCreateBody,
  MembersListQuery,
  MembersMergeBody,
  MembersUpdateBody,
  Message,
  Notification,
  NotificationsListQuery,
  Preferences,
  PreferencesUpdateBody,
  Project,
  ProjectOfInitiative,
  ProjectsCreateBody,
  ProjectsDeleteAnswer,
  ProjectsListQuery,
  ProjectsTasksQuery,
  ProjectsUpdateBody,
  Pulse,
  Question,
  QuestionsAnswerBody,
  QuestionsAskBody,
  QuestionsListQuery,
  Relation,
  RemovedMember,
  Result,
  ResultsListQuery,
  ResultsPostBody,
  ResultsReviewBody,
  Review,
  SearchFindQuery,
  SearchHit,
  SentMessage,
  SessionSnapshot,
  SessionsCreateBody,
  SessionsLinkAnswer,
  SessionsListQuery,
  SessionsPreviewAnswer,
  SessionsPreviewBody,
  Subscription,
  Task,
  TaskCounts,
  TaskOfProject,
  TasksActivityQuery,
  TasksArchiveBody,
  TasksAttachBody,
  TasksAttachmentsQuery,
  TasksBulkAnswer,
  TasksBulkBody,
  TasksCommentBody,
  TasksCommentsQuery,
  TasksCountsQuery,
  TasksCreateBody,
  TasksDeleteAnswer,
  TasksDetachAnswer,
  TasksEditCommentBody,
  TasksListQuery,
  TasksPutBody,
  TasksRelateBody,
  TasksSplitAnswer,
  TasksSplitBody,
  TasksTransitionBody,
  TasksUnrelateAnswer,
  TasksUpdateBody,
  TaskVerification,
  TaskWithCriteria,
  TaskWithRelations,
  TaskWithUsage,
  Telemetry,
  Transcript,
  Turn,
  TurnPulse,
  TurnsClaimBody,
  TurnsFailBody,
  TurnsHeartbeatBody,
  TurnsReleaseBody,
  TurnsReplyBody,
  UsageListQuery,
  UsageSum,
  Verification,
  VerificationsClaimBody,
  VerificationsHeartbeatAnswer,
  VerificationsHeartbeatBody,
  VerificationsListQuery,
  VerificationsNextBody,
  VerificationsOfTaskQuery,
  VerificationsReleaseBody,
  VerificationsReportBody,
  View,
  ViewsCreateBody,
  ViewsDeleteAnswer,
  ViewsListQuery,
  ViewsUpdateBody,
  Webhook,
  WebhooksCreateBody,
  WebhooksDeliveriesQuery,
  WebhooksListQuery,
  WebhooksReplayBody,
  WebhooksUpdateBody,
  WebhookWithSecret,
  WebSession,
  Work,
  WorkNextBody,
  Workspace,
  WorkspaceUpdateBody,
} from './types.ts';

/** Each operation of the contract, by group and name. */
export interface Operations {
  tasks: {
    /** List tasks, by default newest first */
    list(query?: TasksListQuery, options?: Options): Listing<Task>;
    /** Count the tasks of a list by status */
    counts(query?: TasksCountsQuery, options?: Options): Call<TaskCounts>;
    /** Create a task */
    create(body: TasksCreateBody, options?: Options): Call<TaskWithCriteria>;
    /** Create the task with an external id, or update its given fields */
    put(source: string, id: string, body: TasksPutBody, options?: Options): Call<TaskWithCriteria>;
    /** Get a task with its criteria and relations */
    get(identifier: number | string, options?: Options): Call<TaskWithUsage>;
    /** Update fields of a task; to change its status, use a transition */
    update(identifier: number | string, body: TasksUpdateBody, options?: Options): Call<TaskWithCriteria>;
    /** Delete an archived task */
    delete(identifier: number | string, options?: Options): Call<TasksDeleteAnswer>;
    /** Move a task to another status */
    transition(
      identifier: number | string,
      body: TasksTransitionBody,
      options?: Options,
    ): Call<TaskWithRelations>;
    /** Split a task into sub-tasks, and optionally wait for them */
    split(identifier: number | string, body: TasksSplitBody, options?: Options): Call<TasksSplitAnswer>;
    /** Archive a task; repeatable */
    archive(identifier: number | string, body?: TasksArchiveBody, options?: Options): Call<Task>;
    /** Unarchive a task; repeatable */
    unarchive(identifier: number | string, options?: Options): Call<Task>;
    /** Relate a task to another */
    relate(identifier: number | string, body: TasksRelateBody, options?: Options): Call<Relation>;
    /** Remove a relation, from either of its tasks */
    unrelate(identifier: number | string, relationId: string, options?: Options): Call<TasksUnrelateAnswer>;
    /** List the comments on a task, oldest first unless `order` is `desc` */
    comments(identifier: number | string, query?: TasksCommentsQuery, options?: Options): Listing<Comment>;
    /** Comment on a task */
    comment(identifier: number | string, body: TasksCommentBody, options?: Options): Call<Comment>;
    /** Edit your own comment */
    editComment(
      identifier: number | string,
      commentId: string,
      body: TasksEditCommentBody,
      options?: Options,
    ): Call<Comment>;
    /** Delete a comment; only its author or an admin */
    deleteComment(identifier: number | string, commentId: string, options?: Options): Call<null>;
    /** List the files on a task, oldest first */
    attachments(
      identifier: number | string,
      query?: TasksAttachmentsQuery,
      options?: Options,
    ): Listing<Attachment>;
    /** Attach an uploaded file to a task */
    attach(identifier: number | string, body: TasksAttachBody, options?: Options): Call<Attachment>;
    /** Detach a file from a task; the file is kept */
    detach(identifier: number | string, attachmentId: string, options?: Options): Call<TasksDetachAnswer>;
    /** Get whether you are subscribed to a task's notifications */
    subscription(identifier: number | string, options?: Options): Call<Subscription>;
    /** Subscribe to notifications of a task's transitions; repeatable */
    subscribe(identifier: number | string, options?: Options): Call<null>;
    /** Unsubscribe from a task; repeatable */
    unsubscribe(identifier: number | string, options?: Options): Call<null>;
    /** List the activity of a task, newest first */
    activity(
      identifier: number | string,
      query?: TasksActivityQuery,
      options?: Options,
    ): Listing<ActivityEntry>;
    /** Change several tasks, each on its own or all together */
    bulk(body: TasksBulkBody, options?: Options): Call<TasksBulkAnswer>;
  };
  claims: {
    /** Claim the best ready task for an agent, optionally waiting for one */
    next(body: Forever<ClaimsNextBody>, options?: Options): Call<Briefing>;
    /** Claim the best ready task for an agent, optionally waiting for one */
    next(body?: ClaimsNextBody, options?: Options): Call<Briefing | null>;
    /** Claim this task for an agent */
    claim(identifier: number | string, body?: ClaimsClaimBody, options?: Options): Call<Briefing>;
    /** Renew the lease of a claim, report progress, and get instructions */
    heartbeat(identifier: number | string, body: ClaimsHeartbeatBody, options?: Options): Call<Pulse>;
    /** Release a claimed task */
    release(identifier: number | string, body: ClaimsReleaseBody, options?: Options): Call<Task>;
  };
  attempts: {
    /** List the attempts of agents at a task, newest first */
    list(identifier: number | string, query?: AttemptsListQuery, options?: Options): Listing<Attempt>;
    /** Keep a transcript in ATIF with an attempt */
    putTranscript(
      identifier: number | string,
      attempt: string,
      body: Transcript,
      options?: Options,
    ): Call<Attempt>;
    /** Delete the transcript of an attempt; people only */
    deleteTranscript(identifier: number | string, attempt: string, options?: Options): Call<null>;
  };
  results: {
    /** Post the result of work on a task, with evidence; moves the task to the given status */
    post(identifier: number | string, body: ResultsPostBody, options?: Options): Call<Result>;
    /** List the results of a task, newest first */
    list(identifier: number | string, query?: ResultsListQuery, options?: Options): Listing<Result>;
    /** Accept or return a task's last result; people only */
    review(identifier: number | string, body: ResultsReviewBody, options?: Options): Call<Review>;
  };
  verifications: {
    /** Claim the oldest pending verification, optionally waiting for one; verifiers only */
    next(body: Forever<VerificationsNextBody>, options?: Options): Call<ClaimedVerification>;
    /** Claim the oldest pending verification, optionally waiting for one; verifiers only */
    next(body?: VerificationsNextBody, options?: Options): Call<ClaimedVerification | null>;
    /** Claim this verification; verifiers only */
    claim(id: string, body?: VerificationsClaimBody, options?: Options): Call<ClaimedVerification>;
    /** Renew the lease of a verification, and show its output so far */
    heartbeat(
      id: string,
      body: VerificationsHeartbeatBody,
      options?: Options,
    ): Call<VerificationsHeartbeatAnswer>;
    /** Release a verification, for another verifier */
    release(id: string, body: VerificationsReleaseBody, options?: Options): Call<TaskVerification>;
    /** Report what a check has shown */
    report(id: string, body: VerificationsReportBody, options?: Options): Call<TaskVerification>;
    /** Request a failed verification again; people only */
    retry(id: string, options?: Options): Call<TaskVerification>;
    /** List the verifications of a task, newest first */
    ofTask(
      identifier: number | string,
      query?: VerificationsOfTaskQuery,
      options?: Options,
    ): Listing<TaskVerification>;
    /** List verifications in a state, newest first */
    list(query: VerificationsListQuery, options?: Options): Listing<TaskVerification>;
    /** Get a verification */
    get(id: string, options?: Options): Call<TaskVerification>;
  };
  questions: {
    /** Ask people about a task; the task waits for the answer and the agent is free for other work */
    ask(identifier: number | string, body: QuestionsAskBody, options?: Options): Call<Question>;
    /** List questions, newest first */
    list(query?: QuestionsListQuery, options?: Options): Listing<Question>;
    /** Get a question */
    get(id: string, options?: Options): Call<Question>;
    /** Answer a question; people only; the first answer counts */
    answer(id: string, body: QuestionsAnswerBody, options?: Options): Call<Question>;
    /** Withdraw a question; only its author or an admin; repeatable */
    withdraw(id: string, options?: Options): Call<Question>;
  };
  inbox: {
    /** List items that await the person the key acts for, oldest first, with the total */
    list(query?: InboxListQuery, options?: Options): Listing<InboxItem, CountedPage<InboxItem>>;
    /** Answer several questions, each on its own; people only */
    answer(body: InboxAnswerBody, options?: Options): Call<InboxAnswerAnswer>;
  };
  labels: {
    /** List labels by name */
    list(query?: LabelsListQuery, options?: Options): Listing<Label>;
    /** Create a label */
    create(body: LabelsCreateBody, options?: Options): Call<Label>;
    /** Rename or recolor a label */
    update(id: string, body: LabelsUpdateBody, options?: Options): Call<Label>;
    /** Delete a label and detach it from every task */
    delete(id: string, options?: Options): Call<null>;
  };
  views: {
    /** List shared views and your own, by name */
    list(query?: ViewsListQuery, options?: Options): Listing<View>;
    /** Save a query of the task list as a view */
    create(body: ViewsCreateBody, options?: Options): Call<View>;
    /** Get a view */
    get(id: string, options?: Options): Call<View>;
    /** Update a view; a query replaces the whole query */
    update(id: string, body: ViewsUpdateBody, options?: Options): Call<View>;
    /** Delete a view */
    delete(id: string, options?: Options): Call<ViewsDeleteAnswer>;
  };
  projects: {
    /** List projects that are not archived, newest first */
    list(query?: ProjectsListQuery, options?: Options): Listing<Project>;
    /** Create a project */
    create(body: ProjectsCreateBody, options?: Options): Call<Project>;
    /** Get a project */
    get(id: string, options?: Options): Call<Project>;
    /** Update a project */
    update(id: string, body: ProjectsUpdateBody, options?: Options): Call<Project>;
    /** Delete a project; its tasks are kept */
    delete(id: string, options?: Options): Call<ProjectsDeleteAnswer>;
    /** Archive a project; repeatable */
    archive(id: string, options?: Options): Call<Project>;
    /** Unarchive a project; repeatable */
    unarchive(id: string, options?: Options): Call<Project>;
    /** List the tasks of a project, newest first */
    tasks(id: string, query?: ProjectsTasksQuery, options?: Options): Listing<TaskOfProject>;
  };
  initiatives: {
    /** List initiatives, newest first */
    list(query?: InitiativesListQuery, options?: Options): Listing<Initiative>;
    /** Create an initiative */
    create(body: InitiativesCreateBody, options?: Options): Call<Initiative>;
    /** Get an initiative */
    get(id: string, options?: Options): Call<Initiative>;
    /** Update an initiative */
    update(id: string, body: InitiativesUpdateBody, options?: Options): Call<Initiative>;
    /** Delete an initiative; its projects are kept */
    delete(id: string, options?: Options): Call<InitiativesDeleteAnswer>;
    /** List the projects of an initiative, newest first */
    projects(id: string, query?: InitiativesProjectsQuery, options?: Options): Listing<ProjectOfInitiative>;
  };
  goals: {
    /** List goals, newest first, with the total */
    list(query?: GoalsListQuery, options?: Options): Listing<Goal, CountedPage<Goal>>;
    /** Create a goal */
    create(body: GoalsCreateBody, options?: Options): Call<Goal>;
    /** Get a goal */
    get(id: string, options?: Options): Call<Goal>;
    /** Update a goal; people may also change its status */
    update(id: string, body: GoalsUpdateBody, options?: Options): Call<Goal>;
    /** Record a verification, which sets the status */
    verify(id: string, body: GoalsVerifyBody, options?: Options): Call<Goal>;
    /** List the verifications of a goal, newest first */
    verifications(id: string, query?: GoalsVerificationsQuery, options?: Options): Listing<Verification>;
    /** Hide a goal; repeatable */
    archive(id: string, options?: Options): Call<Goal>;
    /** Unhide a goal; repeatable */
    unarchive(id: string, options?: Options): Call<Goal>;
    /** Delete a goal and clear it from the projects that reference it */
    delete(id: string, options?: Options): Call<GoalsDeleteAnswer>;
  };
  search: {
    /** Search tasks, projects, initiatives and goals, best match first */
    find(query: SearchFindQuery, options?: Options): Listing<SearchHit, FoundPage<SearchHit>>;
  };
  agents: {
    /** List agents, newest first, with the total */
    list(query?: AgentsListQuery, options?: Options): Listing<Agent, CountedPage<Agent>>;
    /** Register an agent */
    create(body: AgentsCreateBody, options?: Options): Call<Agent>;
    /** Get an agent with its counts and links */
    get(id: string, options?: Options): Call<AgentWithCounts>;
    /** Update an agent */
    update(id: string, body: AgentsUpdateBody, options?: Options): Call<Agent>;
    /** Delete an agent and its keys */
    delete(id: string, options?: Options): Call<null>;
    /** End all claims and running turns of an agent now, and pause the agent */
    stop(id: string, options?: Options): Call<Agent>;
    /** Get the latest complete snapshot of active sessions */
    sessions(id: string, options?: Options): Call<SessionSnapshot>;
    /** Replace the session snapshot; only for the agent's process */
    pushSessions(id: string, body: AgentsPushSessionsBody, options?: Options): Call<SessionSnapshot>;
    /** List activity by and on the agent, newest first, with the total */
    activity(
      id: string,
      query?: AgentsActivityQuery,
      options?: Options,
    ): Listing<ActivityEntry, CountedPage<ActivityEntry>>;
    /** Get the latest telemetry or, with history=true, all telemetry, newest first */
    telemetry(id: string, query?: AgentsTelemetryQuery, options?: Options): Call<AgentsTelemetryAnswer>;
    /** Add a telemetry point; only for the agent's process */
    pushTelemetry(id: string, body: AgentsPushTelemetryBody, options?: Options): Call<Telemetry>;
  };
  usage: {
    /** Sum up the cost of work by agent, project, task, day or attempt */
    list(query?: UsageListQuery, options?: Options): Listing<UsageSum>;
  };
  chats: {
    /** List the person's chats, newest first */
    list(query?: ChatsListQuery, options?: Options): Listing<Chat>;
    /** Start a chat with an agent by sending the first message */
    start(body: ChatsStartBody, options?: Options): Call<SentMessage>;
    /** Get a chat with its turn in progress */
    get(id: string, options?: Options): Call<Chat>;
    /** List the messages of a chat, newest first unless order=asc */
    messages(id: string, query?: ChatsMessagesQuery, options?: Options): Listing<Message>;
    /** Send a message, which queues the agent's turn */
    send(id: string, body: ChatsSendBody, options?: Options): Call<SentMessage>;
    /** Get a turn; with `wait`, hold the request until the turn ends */
    turn(id: string, turnId: string, query?: ChatsTurnQuery, options?: Options): Call<Turn>;
    /** Rename a chat */
    rename(id: string, body: ChatsRenameBody, options?: Options): Call<Chat>;
    /** Archive a chat and cancel its open turn; repeatable */
    archive(id: string, options?: Options): Call<Chat>;
    /** Unarchive a chat; repeatable */
    unarchive(id: string, options?: Options): Call<Chat>;
    /** Permanently delete a chat and its messages */
    delete(id: string, options?: Options): Call<null>;
  };
  turns: {
    /** Claim the agent's oldest queued turn, optionally waiting for one */
    claim(id: string, body: Forever<TurnsClaimBody>, options?: Options): Call<ClaimedTurn>;
    /** Claim the agent's oldest queued turn, optionally waiting for one */
    claim(id: string, body?: TurnsClaimBody, options?: Options): Call<ClaimedTurn | null>;
    /** Extend the lease of a claimed turn */
    heartbeat(id: string, turnId: string, body: TurnsHeartbeatBody, options?: Options): Call<TurnPulse>;
    /** Answer a claimed turn */
    reply(id: string, turnId: string, body: TurnsReplyBody, options?: Options): Call<Turn>;
    /** End a claimed turn as failed */
    fail(id: string, turnId: string, body: TurnsFailBody, options?: Options): Call<Turn>;
    /** Return a claimed turn to the queue */
    release(id: string, turnId: string, body: TurnsReleaseBody, options?: Options): Call<Turn>;
  };
  work: {
    /** Claim the agent's next turn, or else a mention or the best ready task, optionally waiting for one */
    next(id: string, body: Forever<WorkNextBody>, options?: Options): Call<Work>;
    /** Claim the agent's next turn, or else a mention or the best ready task, optionally waiting for one */
    next(id: string, body?: WorkNextBody, options?: Options): Call<Work | null>;
  };
  events: {
    /** List the events visible to the key, oldest first */
    list(query?: EventsListQuery, options?: Options): Listing<Event, FeedPage<Event>>;
    /** Stream events as Server-Sent Events, from a position or from now on */
    stream(query?: EventsStreamQuery, options?: StreamOptions): EventStream;
  };
  webhooks: {
    /** Create a webhook that receives events from now on; its signing secret is shown only once */
    create(body: WebhooksCreateBody, options?: Options): Call<WebhookWithSecret>;
    /** List webhooks, newest first */
    list(query?: WebhooksListQuery, options?: Options): Listing<Webhook>;
    /** Get a webhook */
    get(id: string, options?: Options): Call<Webhook>;
    /** Update a webhook, or re-enable it from now on */
    update(id: string, body: WebhooksUpdateBody, options?: Options): Call<Webhook>;
    /** Delete a webhook; pending deliveries are dropped */
    delete(id: string, options?: Options): Call<null>;
    /** Send a message of type `webhook.test` soon, even to a disabled webhook */
    test(id: string, options?: Options): Call<Delivery>;
    /** Create a new secret, shown only once; the previous one also signs for 24 hours */
    rotate(id: string, options?: Options): Call<WebhookWithSecret>;
    /** List deliveries and their outcomes, newest first */
    deliveries(id: string, query?: WebhooksDeliveriesQuery, options?: Options): Listing<Delivery>;
    /** Send a delivery again soon, with as many retries as the first time */
    retry(id: string, deliveryId: string, options?: Options): Call<Delivery>;
    /** Resend all events after a position */
    replay(id: string, body: WebhooksReplayBody, options?: Options): Call<Webhook>;
  };
  files: {
    /** Upload a file */
    upload(file: FileToSend, options?: Options): Call<File>;
    /** Get the metadata of a file */
    get(fileId: string, options?: Options): Call<File>;
    /** Download a file or a range of it */
    content(fileId: string, options?: Options): Call<Response>;
  };
  notifications: {
    /** List the caller's notifications, newest first */
    list(query?: NotificationsListQuery, options?: Options): Listing<Notification>;
    /** Mark all notifications as read */
    markAllRead(options?: Options): Call<null>;
    /** Mark a notification as read; repeatable */
    markRead(id: string, options?: Options): Call<Notification>;
  };
  preferences: {
    /** Get the caller's preferences */
    get(options?: Options): Call<Preferences>;
    /** Change the caller's preferences */
    update(body: PreferencesUpdateBody, options?: Options): Call<Preferences>;
  };
  members: {
    /** List people and agents, newest first */
    list(query?: MembersListQuery, options?: Options): Listing<Member>;
    /** Add a person, with a one-time invitation */
    create(body: MembersCreateBody, options?: Options): Call<InvitedMember>;
    /** Get a member */
    get(id: string, options?: Options): Call<Member>;
    /** Update a person */
    update(id: string, body: MembersUpdateBody, options?: Options): Call<Member>;
    /** Remove a person and their keys; with `Prefer: return=representation`, the response lists the keys that were revoked and the keys they created that remain */
    delete(id: string, options?: Options): Call<RemovedMember | null>;
    /** Merge an external member into a person; its work becomes the person's */
    merge(id: string, body: MembersMergeBody, options?: Options): Call<Member>;
    /** Create a new invitation for a person without a valid key of their own */
    invite(id: string, options?: Options): Call<Invitation>;
    /** Revoke a person's invitation, if there is one */
    uninvite(id: string, options?: Options): Call<null>;
    /** Exchange an invitation for a key, once */
    acceptInvitation(body: MembersAcceptInvitationBody, options?: Options): Call<KeyWithSecret>;
  };
  keys: {
    /** List keys, newest first: all keys for an admin with full, otherwise the caller's own */
    list(query?: KeysListQuery, options?: Options): Listing<Key>;
    /** Create a key; its secret is shown only once */
    create(body: KeysCreateBody, options?: Options): Call<KeyWithSecret>;
    /** Revoke a key, effective with the next request; a read-only key can revoke only itself */
    revoke(id: string, options?: Options): Call<null>;
  };
  sessions: {
    /** List signed-in browsers, newest first: all for an admin with full, otherwise the caller's own */
    list(query?: SessionsListQuery, options?: Options): Listing<WebSession>;
    /** Sign in with a person's own key, or a one-time code from an invitation or a link; the response sets the session cookie */
    create(body: SessionsCreateBody, options?: Options): Call<WebSession>;
    /** Get the person that an invitation or link code signs in, without using the code */
    preview(body: SessionsPreviewBody, options?: Options): Call<SessionsPreviewAnswer>;
    /** Create a one-time code, valid for five minutes, to sign in on another device */
    link(options?: Options): Call<SessionsLinkAnswer>;
    /** Sign out, effective with the next request; a session may always sign itself out */
    revoke(id: string, options?: Options): Call<null>;
  };
  workspace: {
    /** Get the workspace and its settings */
    get(options?: Options): Call<Workspace>;
    /** Update the workspace */
    update(body: WorkspaceUpdateBody, options?: Options): Call<Workspace>;
    /** Get the current caller, key and workspace */
    me(options?: Options): Call<Me>;
  };
  exports: {
    /** Export the whole workspace as JSON Lines, from one snapshot; admins with their own keys only */
    read(query?: ExportsReadQuery, options?: Options): Call<Response>;
  };
  imports: {
    /** List imports, newest first; admins with their own keys only */
    list(query?: ImportsListQuery, options?: Options): Listing<Import>;
    /** Start an import; admins with their own keys only */
    create(body: ImportsCreateBody, options?: Options): Call<Import>;
    /** Judge records without importing them: what an import would create, change and keep; admins with their own keys only */
    preview(body: ImportsPreviewBody, options?: Options): Call<ImportsPreviewAnswer>;
    /** Read an import; admins with their own keys only */
    get(id: string, options?: Options): Call<Import>;
    /** Import records, in order; repeatable, because records that are known and unchanged change nothing */
    add(id: string, body: ImportsAddBody, options?: Options): Call<ImportsAddAnswer>;
    /** Finish an import; repeatable. Wakes the agents that wait for tasks */
    finish(id: string, options?: Options): Call<Import>;
    /** Remove what an import created and nobody has changed since; repeat the request until its state is `undone` */
    undo(id: string, options?: Options): Call<Import>;
  };
}
