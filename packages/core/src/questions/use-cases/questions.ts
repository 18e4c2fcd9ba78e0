import { authorOf } from '../../access/author.ts';
import type { Caller } from '../../access/caller.ts';
import { isLiving } from '../../claims/claim.ts';
import { resolveMember } from '../../lookup/members.ts';
import { findTask, requireTask } from '../../lookup/tasks.ts';
import { type MemberRef, memberRef } from '../../members/member.ts';
import type { SteadyPorts, Stores } from '../../ports.ts';
import { EMPTY_PAGE, type Page, type PageRequest, pageSlice } from '../../shared/page.ts';
import { invalid, notFound, Refusal, refuseProblems } from '../../shared/refusal.ts';
import { actingOn, asAgent } from '../../steps/acting-agent.ts';
import { actJudge } from '../../steps/judge-act.ts';
import { taskMover } from '../../steps/move-task.ts';
import { recorder } from '../../steps/record.ts';
import { checkRunning } from '../../steps/running.ts';
import { syncInboxForQuestion } from '../../steps/update-inbox.ts';
import { mentionOf } from '../../tasks/mention.ts';
import { type TaskRef, taskEntity } from '../../tasks/task.ts';
import { optionsOf } from '../options.ts';
import {
  alreadyAnswered,
  answerValue,
  checkMayAnswer,
  checkVersion,
  defaultOf,
  isDue,
  MAX_OPEN_QUESTIONS,
  type NewAnswer,
  type NewQuestion,
  QUESTION_STATUSES,
  type Question,
  type QuestionStatus,
  questionProblems,
} from '../question.ts';
import { checkMayAsk } from './asking.ts';
import { answerTo, closing } from './closing.ts';

const MAX_NAMESAKES = 20;

export interface QuestionQuery extends PageRequest {
  readonly status?: readonly QuestionStatus[] | undefined;
  /** `me`, or a person's name or id. */
  readonly to?: string | undefined;
  /** A task's number or id. */
  readonly task?: string | undefined;
}

/** Questions from agents to people, and their answers (docs/rules.md, Questions). */
export function questionUseCases(ports: SteadyPorts) {
  const { storage, clock, steadyClock, newId, secrets } = ports;
  const record = recorder(ports);
  const moveTask = taskMover(ports);
  const judge = actJudge(ports);
  const { answer, withdraw, settle } = closing(ports);

  return {
    /**
     * Asks people about a task. By default it blocks when asked by the run that holds the task, or by its assignee
     * while it is in progress: the task waits for the answer, and the claim ends. Fenced (docs/rules.md, Claims).
     */
    ask: (caller: Caller, ref: TaskRef, input: NewQuestion): Promise<Question> =>
      storage.write(caller.workspaceId, async (stores) => {
        const task = await requireTask(stores, ref);
        const now = clock();
        refuseProblems(questionProblems(input, caller.type, now));
        const options = optionsOf(input.options);
        const byDefault = defaultOf(input, options);
        const claimToken = input.token ?? caller.claimToken;
        const by = await actingOn(stores, { ...caller, claimToken }, task);
        const claim = await judge(stores, by, task, 'ask');
        await checkMayAsk(stores, by, task, claim);
        if ((await stores.questions.openOf(task.taskNumber)).length >= MAX_OPEN_QUESTIONS) throw tooMany();
        const free = !isLiving(task.claim, steadyClock());
        const own = free && task.status === 'in_progress' && task.assignee?.id === by.memberId;
        const blocking = (input.blocking ?? true) && (claim !== null || own);
        const question: Question = {
          id: newId(),
          task: mentionOf(task),
          kind: input.kind,
          text: input.text,
          options,
          default: byDefault,
          dueAt: input.dueAt ?? null,
          to: input.to === undefined || input.to === null ? null : await personNamed(stores, input.to),
          asker: authorOf(by),
          blocking,
          returnTo: by.memberId,
          status: 'open',
          answer: null,
          createdAt: now,
          closedAt: null,
        };
        await stores.questions.insert(question);
        await syncInboxForQuestion(stores, question);
        await record(stores, by, {
          entity: taskEntity(task),
          action: 'asked',
          changes: [{ field: 'question', oldValue: null, newValue: question.text }],
          related: { questionId: question.id },
        });
        if (!blocking) {
          if (claim) await stores.attempts.beginWait(task.taskNumber, now);
          return question;
        }
        const after = await moveTask(stores, by, task, {
          to: 'waiting',
          end: 'asked',
          waitingFor: answerTo(question),
        });
        return { ...question, task: mentionOf(after) };
      }),

    /** Newest first. A filter that names something unknown matches nothing. */
    list: (caller: Caller, query: QuestionQuery): Promise<Page<Question>> =>
      storage.read(caller.workspaceId, async (stores) => {
        const slice = pageSlice(query);
        const task = query.task === undefined ? undefined : await findTask(stores, query.task.trim());
        const to = query.to === undefined ? undefined : await addressees(stores, caller, query.to.trim());
        if (task === null || to?.length === 0) return EMPTY_PAGE;
        const statuses = query.status ?? QUESTION_STATUSES;
        return stores.questions.list({ statuses, to, taskNumber: task?.taskNumber }, slice);
      }),

    get: (caller: Caller, id: string): Promise<Question> =>
      storage.read(caller.workspaceId, (stores) => requireQuestion(stores, id)),

    /** 403 unless the caller is a person. The first answer wins; later ones get 409 ALREADY_ANSWERED. */
    answer: (caller: Caller, id: string, input: NewAnswer): Promise<Question> =>
      storage.write(caller.workspaceId, async (stores) => {
        checkMayAnswer(caller);
        const question = await requireQuestion(stores, id);
        const value = answerValue(question, input);
        if (question.status !== 'open' || isDue(question, clock())) throw alreadyAnswered(question);
        checkVersion(question, input, secrets.sha256);
        return answer(stores, caller, question, { value, comment: input.comment ?? null });
      }),

    /** 403 unless the caller is the asker or an admin. Repeatable. */
    withdraw: (caller: Caller, id: string): Promise<Question> =>
      storage.write(caller.workspaceId, async (stores) => {
        const question = await requireQuestion(stores, id);
        const by = await withdrawer(stores, caller, question);
        if (question.status === 'withdrawn') return question;
        if (question.status !== 'open' || isDue(question, clock())) throw alreadyAnswered(question);
        await checkRunning(stores, by, clock());
        return withdraw(stores, by, question);
      }),

    /** Answers overdue questions by default or expires them, in all workspaces; called periodically. */
    tidy: async (): Promise<void> => {
      for (const id of await storage.directory.workspacesWithDueQuestions(clock())) {
        const settleBatch = () =>
          storage.write(id, async (stores) => {
            const due = await stores.questions.due(clock());
            for (const question of due) await settle(stores, id, question);
            return due.length;
          });
        while ((await settleBatch()) > 0);
      }
    },
  };
}

async function requireQuestion({ questions }: Stores, id: string): Promise<Question> {
  const question = await questions.byId(id);
  if (!question) throw notFound('question');
  return question;
}

async function personNamed(stores: Stores, name: string): Promise<MemberRef> {
  const member = await resolveMember(stores, name, 'to');
  if (member.type !== 'human') throw invalid({ to: 'names an agent; only people can answer questions' });
  return memberRef(member);
}

/** The addressees that a filter matches; `me` also matches questions without an addressee. */
async function addressees(
  { members }: Stores,
  caller: Caller,
  to: string,
): Promise<readonly (string | null)[]> {
  // Removed members can share a name; keep the most recent ones.
  if (to !== 'me') return (await members.idsMatching(to)).slice(-MAX_NAMESAKES);
  return caller.inboxId === null || caller.type === 'agent' ? [] : [caller.inboxId, null];
}

/** The caller to withdraw the question as: a runtime key acts as the agent that asked. 403 for other callers. */
async function withdrawer(
  { members }: Pick<Stores, 'members'>,
  caller: Caller,
  { asker, returnTo }: Question,
): Promise<Caller> {
  if (asker.id === caller.id && asker.type === caller.type) return caller;
  if (caller.admin) return caller;
  const hosts = caller.key.kind === 'runtime' && asker.type === 'agent' && returnTo === asker.id;
  const agent = hosts ? await members.byId(asker.id) : null;
  if (hosts) return agent?.type === 'agent' ? asAgent(caller, agent) : caller;
  throw new Refusal('FORBIDDEN', 'Only the asker or an admin can withdraw a question. Ask one of them.');
}

const tooMany = () =>
  new Refusal(
    'LIMIT_REACHED',
    `A task can have at most ${MAX_OPEN_QUESTIONS} open questions. Withdraw one, or wait for an answer.`,
    { details: { limit: MAX_OPEN_QUESTIONS } },
  );
