// Made of the rows of the contract by `npm run generate -w packages/client`: change those instead.

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
  Briefing,
  Chat,
  ChatsListQuery,
  ChatsMessagesQuery,
  ChatsRenameBody,
  ChatsSendBody,
  ChatsStartBody,
  ChatsTurnQuery,
  ClaimedTurn,
  ClaimsClaimBody,
  ClaimsHeartbeatBody,
  ClaimsNextBody,
  ClaimsReleaseBody,
  Comment,
  Delivery,
  Event,
  EventsListQuery,
  EventsStreamQuery,
  File,
  Goal,
  GoalsCreateBody,
  GoalsDeleteAnswer,
  GoalsListQuery,
  GoalsUpdateBody,
  GoalsVerificationsQuery,
  GoalsVerifyBody,
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
  MembersUpdateBody,
  Message,
  Notification,
  NotificationsListQuery,
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
  Task,
  TaskOfProject,
  TasksActivityQuery,
  TasksAttachBody,
  TasksAttachmentsQuery,
  TasksCommentBody,
  TasksCommentsQuery,
  TasksCreateBody,
  TasksDeleteAnswer,
  TasksDetachAnswer,
  TasksEditCommentBody,
  TasksListQuery,
  TasksRelateBody,
  TasksTransitionBody,
  TasksUnrelateAnswer,
  TasksUpdateBody,
  TaskWithCriteria,
  TaskWithRelations,
  Telemetry,
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

/** Each operation of the contract, by its group and its name. */
export interface Operations {
  tasks: {
    /** List tasks, newest first */
    list(query?: TasksListQuery, options?: Options): Listing<Task>;
    /** Create a task */
    create(body: TasksCreateBody, options?: Options): Call<TaskWithCriteria>;
    /** Read a task with its criteria and relations */
    get(identifier: number | string, options?: Options): Call<TaskWithRelations>;
    /** Change fields of a task; the status is changed by a transition alone */
    update(identifier: number | string, body: TasksUpdateBody, options?: Options): Call<TaskWithCriteria>;
    /** Delete an archived task */
    delete(identifier: number | string, options?: Options): Call<TasksDeleteAnswer>;
    /** Move a task to another status */
    transition(
      identifier: number | string,
      body: TasksTransitionBody,
      options?: Options,
    ): Call<TaskWithRelations>;
    /** Archive a task; repeatable */
    archive(identifier: number | string, options?: Options): Call<Task>;
    /** Bring an archived task back; repeatable */
    unarchive(identifier: number | string, options?: Options): Call<Task>;
    /** Relate a task to another */
    relate(identifier: number | string, body: TasksRelateBody, options?: Options): Call<Relation>;
    /** Remove a relation from either of its tasks */
    unrelate(identifier: number | string, relationId: string, options?: Options): Call<TasksUnrelateAnswer>;
    /** List the comments on a task, oldest first */
    comments(identifier: number | string, query?: TasksCommentsQuery, options?: Options): Listing<Comment>;
    /** Comment on a task */
    comment(identifier: number | string, body: TasksCommentBody, options?: Options): Call<Comment>;
    /** Edit a comment of your own */
    editComment(
      identifier: number | string,
      commentId: string,
      body: TasksEditCommentBody,
      options?: Options,
    ): Call<Comment>;
    /** Delete a comment: its author, or an admin */
    deleteComment(identifier: number | string, commentId: string, options?: Options): Call<null>;
    /** List the files on a task, oldest first */
    attachments(
      identifier: number | string,
      query?: TasksAttachmentsQuery,
      options?: Options,
    ): Listing<Attachment>;
    /** Put an uploaded file on a task */
    attach(identifier: number | string, body: TasksAttachBody, options?: Options): Call<Attachment>;
    /** Take a file from a task; the file stays */
    detach(identifier: number | string, attachmentId: string, options?: Options): Call<TasksDetachAnswer>;
    /** Be notified of a task's transitions; repeatable */
    subscribe(identifier: number | string, options?: Options): Call<null>;
    /** Be notified no more; repeatable */
    unsubscribe(identifier: number | string, options?: Options): Call<null>;
    /** What happened to a task, newest first */
    activity(
      identifier: number | string,
      query?: TasksActivityQuery,
      options?: Options,
    ): Listing<ActivityEntry>;
  };
  claims: {
    /** Take the best task that is ready for an agent, waiting for one if asked to */
    next(body: Forever<ClaimsNextBody>, options?: Options): Call<Briefing>;
    /** Take the best task that is ready for an agent, waiting for one if asked to */
    next(body?: ClaimsNextBody, options?: Options): Call<Briefing | null>;
    /** Take this task for an agent */
    claim(identifier: number | string, body?: ClaimsClaimBody, options?: Options): Call<Briefing>;
    /** Start the lease of a claim anew, tell of progress, and hear what to do */
    heartbeat(identifier: number | string, body: ClaimsHeartbeatBody, options?: Options): Call<Pulse>;
    /** Give a claimed task back */
    release(identifier: number | string, body: ClaimsReleaseBody, options?: Options): Call<Task>;
  };
  results: {
    /** Say what the work at a task came to, with evidence; the task moves as it says */
    post(identifier: number | string, body: ResultsPostBody, options?: Options): Call<Result>;
    /** List the results of a task, newest first */
    list(identifier: number | string, query?: ResultsListQuery, options?: Options): Listing<Result>;
    /** Accept a task's last result, or return it: for people */
    review(identifier: number | string, body: ResultsReviewBody, options?: Options): Call<Review>;
  };
  questions: {
    /** Ask people about a task; the task waits for the answer, and the run is free */
    ask(identifier: number | string, body: QuestionsAskBody, options?: Options): Call<Question>;
    /** List questions, newest first */
    list(query?: QuestionsListQuery, options?: Options): Listing<Question>;
    /** Read a question */
    get(id: string, options?: Options): Call<Question>;
    /** Answer a question: for people; the first answer counts */
    answer(id: string, body: QuestionsAnswerBody, options?: Options): Call<Question>;
    /** Withdraw a question: whoever has asked, or an admin; repeatable */
    withdraw(id: string, options?: Options): Call<Question>;
  };
  inbox: {
    /** What waits for the person whom the key speaks for, oldest first, with the total */
    list(query?: InboxListQuery, options?: Options): Listing<InboxItem, CountedPage<InboxItem>>;
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
  projects: {
    /** List projects that are not archived, newest first */
    list(query?: ProjectsListQuery, options?: Options): Listing<Project>;
    /** Create a project */
    create(body: ProjectsCreateBody, options?: Options): Call<Project>;
    /** Read a project */
    get(id: string, options?: Options): Call<Project>;
    /** Change a project */
    update(id: string, body: ProjectsUpdateBody, options?: Options): Call<Project>;
    /** Delete a project; its tasks are kept */
    delete(id: string, options?: Options): Call<ProjectsDeleteAnswer>;
    /** Archive a project; repeatable */
    archive(id: string, options?: Options): Call<Project>;
    /** Bring an archived project back; repeatable */
    unarchive(id: string, options?: Options): Call<Project>;
    /** List the tasks of a project, newest first */
    tasks(id: string, query?: ProjectsTasksQuery, options?: Options): Listing<TaskOfProject>;
  };
  initiatives: {
    /** List initiatives, newest first */
    list(query?: InitiativesListQuery, options?: Options): Listing<Initiative>;
    /** Create an initiative */
    create(body: InitiativesCreateBody, options?: Options): Call<Initiative>;
    /** Read an initiative */
    get(id: string, options?: Options): Call<Initiative>;
    /** Change an initiative */
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
    /** Read a goal */
    get(id: string, options?: Options): Call<Goal>;
    /** Change a goal; people may move its status as well */
    update(id: string, body: GoalsUpdateBody, options?: Options): Call<Goal>;
    /** Record a verification, which decides the status */
    verify(id: string, body: GoalsVerifyBody, options?: Options): Call<Goal>;
    /** List the verifications of a goal, newest first */
    verifications(id: string, query?: GoalsVerificationsQuery, options?: Options): Listing<Verification>;
    /** Hide a goal; repeatable */
    archive(id: string, options?: Options): Call<Goal>;
    /** Bring a hidden goal back; repeatable */
    unarchive(id: string, options?: Options): Call<Goal>;
    /** Delete a goal and clear it from projects that pointed at it */
    delete(id: string, options?: Options): Call<GoalsDeleteAnswer>;
  };
  search: {
    /** Find tasks, projects, initiatives and goals by their words, the best first */
    find(query: SearchFindQuery, options?: Options): Listing<SearchHit, FoundPage<SearchHit>>;
  };
  agents: {
    /** List agents, newest first, with the total */
    list(query?: AgentsListQuery, options?: Options): Listing<Agent, CountedPage<Agent>>;
    /** Register an agent */
    create(body: AgentsCreateBody, options?: Options): Call<Agent>;
    /** Read an agent with its counts and links */
    get(id: string, options?: Options): Call<AgentWithCounts>;
    /** Change an agent */
    update(id: string, body: AgentsUpdateBody, options?: Options): Call<Agent>;
    /** Delete an agent and its keys */
    delete(id: string, options?: Options): Call<null>;
    /** End all claims and running turns of an agent now, and pause it */
    stop(id: string, options?: Options): Call<Agent>;
    /** The latest snapshot of active sessions, whole */
    sessions(id: string, options?: Options): Call<SessionSnapshot>;
    /** Replace the snapshot; for the agent's process */
    pushSessions(id: string, body: AgentsPushSessionsBody, options?: Options): Call<SessionSnapshot>;
    /** What the agent did and what was done to it, newest first, with the total */
    activity(
      id: string,
      query?: AgentsActivityQuery,
      options?: Options,
    ): Listing<ActivityEntry, CountedPage<ActivityEntry>>;
    /** The latest telemetry, or with history=true all of it, newest first */
    telemetry(id: string, query?: AgentsTelemetryQuery, options?: Options): Call<AgentsTelemetryAnswer>;
    /** Add a point of telemetry; for the agent's process */
    pushTelemetry(id: string, body: AgentsPushTelemetryBody, options?: Options): Call<Telemetry>;
  };
  usage: {
    /** What work has cost, by agent, project, task or day */
    list(query?: UsageListQuery, options?: Options): Listing<UsageSum>;
  };
  chats: {
    /** List the person's chats, newest first */
    list(query?: ChatsListQuery, options?: Options): Listing<Chat>;
    /** Start a chat with an agent by a first message */
    start(body: ChatsStartBody, options?: Options): Call<SentMessage>;
    /** Read a chat, with the turn in progress */
    get(id: string, options?: Options): Call<Chat>;
    /** List the messages of a chat, newest first unless order=asc */
    messages(id: string, query?: ChatsMessagesQuery, options?: Options): Listing<Message>;
    /** Send a message, which queues the agent's turn */
    send(id: string, body: ChatsSendBody, options?: Options): Call<SentMessage>;
    /** Read a turn; with wait, held until it ends */
    turn(id: string, turnId: string, query?: ChatsTurnQuery, options?: Options): Call<Turn>;
    /** Rename a chat */
    rename(id: string, body: ChatsRenameBody, options?: Options): Call<Chat>;
    /** Archive a chat, which cancels its open turn; repeatable */
    archive(id: string, options?: Options): Call<Chat>;
    /** Open an archived chat again; repeatable */
    unarchive(id: string, options?: Options): Call<Chat>;
    /** Remove a chat and its messages for good */
    delete(id: string, options?: Options): Call<null>;
  };
  turns: {
    /** Take the agent's oldest queued turn, waiting for one if asked to */
    claim(id: string, body: Forever<TurnsClaimBody>, options?: Options): Call<ClaimedTurn>;
    /** Take the agent's oldest queued turn, waiting for one if asked to */
    claim(id: string, body?: TurnsClaimBody, options?: Options): Call<ClaimedTurn | null>;
    /** Extend the lease of a claimed turn */
    heartbeat(id: string, turnId: string, body: TurnsHeartbeatBody, options?: Options): Call<TurnPulse>;
    /** Answer a claimed turn */
    reply(id: string, turnId: string, body: TurnsReplyBody, options?: Options): Call<Turn>;
    /** End a claimed turn as failed */
    fail(id: string, turnId: string, body: TurnsFailBody, options?: Options): Call<Turn>;
    /** Put a claimed turn back into the queue */
    release(id: string, turnId: string, body: TurnsReleaseBody, options?: Options): Call<Turn>;
  };
  work: {
    /** Take the agent's next turn, else the best task that is ready, waiting for either if asked to */
    next(id: string, body: Forever<WorkNextBody>, options?: Options): Call<Work>;
    /** Take the agent's next turn, else the best task that is ready, waiting for either if asked to */
    next(id: string, body?: WorkNextBody, options?: Options): Call<Work | null>;
  };
  events: {
    /** What has happened, oldest first, as far as the key may see it */
    list(query?: EventsListQuery, options?: Options): Listing<Event, FeedPage<Event>>;
    /** What happens, as Server-Sent Events, from a position or from now on */
    stream(query?: EventsStreamQuery, options?: StreamOptions): EventStream;
  };
  webhooks: {
    /** Have events sent to an endpoint, from now on; the secret that signs them is shown this once */
    create(body: WebhooksCreateBody, options?: Options): Call<WebhookWithSecret>;
    /** List webhooks, newest first */
    list(query?: WebhooksListQuery, options?: Options): Listing<Webhook>;
    /** Read a webhook */
    get(id: string, options?: Options): Call<Webhook>;
    /** Change a webhook, or enable it again from now on */
    update(id: string, body: WebhooksUpdateBody, options?: Options): Call<Webhook>;
    /** Delete a webhook; what has not been delivered is not delivered */
    delete(id: string, options?: Options): Call<null>;
    /** Send a message of the type `webhook.test` soon, also to a webhook that is disabled */
    test(id: string, options?: Options): Call<Delivery>;
    /** Make a new secret, shown this once; the one before signs as well for 24 hours */
    rotate(id: string, options?: Options): Call<WebhookWithSecret>;
    /** What was sent and what became of it, newest first */
    deliveries(id: string, query?: WebhooksDeliveriesQuery, options?: Options): Listing<Delivery>;
    /** Send it soon, and if that fails as often again as the first time */
    retry(id: string, deliveryId: string, options?: Options): Call<Delivery>;
    /** Send everything once more that happened after a position */
    replay(id: string, body: WebhooksReplayBody, options?: Options): Call<Webhook>;
  };
  files: {
    /** Upload a file */
    upload(file: FileToSend, options?: Options): Call<File>;
    /** Read what is known of a file */
    get(fileId: string, options?: Options): Call<File>;
    /** Download a file, or a range of it */
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
  members: {
    /** List people and agents, newest first */
    list(query?: MembersListQuery, options?: Options): Listing<Member>;
    /** Add a person, with a one-time invitation */
    create(body: MembersCreateBody, options?: Options): Call<InvitedMember>;
    /** Read a member */
    get(id: string, options?: Options): Call<Member>;
    /** Change a person */
    update(id: string, body: MembersUpdateBody, options?: Options): Call<Member>;
    /** Remove a person and their keys; with `Prefer: return=representation` answers which keys went, and which that they made stay */
    delete(id: string, options?: Options): Call<RemovedMember | null>;
    /** Make a new invitation for a person who has no key of their own in force */
    invite(id: string, options?: Options): Call<Invitation>;
    /** Exchange an invitation for a key, once */
    acceptInvitation(body: MembersAcceptInvitationBody, options?: Options): Call<KeyWithSecret>;
  };
  keys: {
    /** List keys, newest first: all for an admin with full, their own for others */
    list(query?: KeysListQuery, options?: Options): Listing<Key>;
    /** Make a key; its secret is shown this once */
    create(body: KeysCreateBody, options?: Options): Call<KeyWithSecret>;
    /** Revoke a key, in force with the next request; a key that only reads revokes itself alone */
    revoke(id: string, options?: Options): Call<null>;
  };
  sessions: {
    /** List browsers that are signed in, newest first: all for an admin with full, their own for others */
    list(query?: SessionsListQuery, options?: Options): Listing<WebSession>;
    /** Sign in by a person's own key, or by a code of an invitation or of a link, once; the session is in the cookie of the answer */
    create(body: SessionsCreateBody, options?: Options): Call<WebSession>;
    /** Read whom the code of an invitation or a link signs in, without using it */
    preview(body: SessionsPreviewBody, options?: Options): Call<SessionsPreviewAnswer>;
    /** Make a code that signs yourself in on another device, once and within five minutes */
    link(options?: Options): Call<SessionsLinkAnswer>;
    /** Sign out, in force with the next request; a session may always sign itself out */
    revoke(id: string, options?: Options): Call<null>;
  };
  workspace: {
    /** Read the workspace and its settings */
    get(options?: Options): Call<Workspace>;
    /** Change the workspace */
    update(body: WorkspaceUpdateBody, options?: Options): Call<Workspace>;
    /** Who the key speaks as */
    me(options?: Options): Call<Me>;
  };
}
