import { setImmediate as otherwiseBusy } from 'node:timers/promises';
import { refuse, type Answer } from '../answer.ts';
import { may, reads } from '../authority.ts';
import { bodyOf, type Call } from '../call.ts';
import type { Agent, Chat } from '../rules/ai.ts';
import { slice } from '../state.ts';
import type { Tenant } from '../tenant.ts';
import { agents, SALES_AGENT } from './agents.ts';
import { cubesOf, run } from './data-model.ts';
import type { FamilyBehaviour } from './family.ts';

const talks = slice('ai', () => {
  return { chats: new Map<string, Chat>() };
});

/** The agent in the path, for whoever may talk to it. */
function agentIn(call: Call): Agent {
  const { tenant, principal, path } = call;
  const rules = tenant.rules.ai;
  if (!rules.takes(principal.kind)) refuse(401, 'the credential is no API key');
  if (!rules.isAccount(path['accountName'], tenant.account.name)) refuse('unknown', 'there is no such account');
  const agent = agents(tenant).get(path['agentId'] ?? '');
  if (!agent) refuse('unknown', 'there is no such agent');
  if (!rules.isInScope(principal.scope, agent.deploymentId))
    refuse(403, "the key is not scoped to the agent's deployment");
  const mayTalk = agent.action === 'DeploymentRead' || may(tenant, principal, agent.action, agent.deploymentId);
  return mayTalk && reads(tenant, principal, agent.deploymentId) ? agent : refuse('unknown', 'there is no such agent');
}

function streamChat(call: Call): Answer {
  const { tenant, principal } = call;
  const rules = tenant.rules.ai;
  const agent = agentIn(call);
  const { input, chatId } = bodyOf(call);
  const { min, max } = rules.input;
  if (typeof input !== 'string' || input.length < min || input.length > max) {
    refuse('invalid', `input is no text of ${min} to ${max} characters`);
  }
  if (chatId !== undefined && typeof chatId !== 'string') refuse('invalid', 'chatId is no text');

  const chat = chatId === undefined ? newChat(call, agent) : talks(tenant).chats.get(chatId);
  if (!chat || !rules.isOwn(chat, agent, principal.user?.id)) refuse('unknown', 'there is no such chat');
  const content = answerTo(tenant, agent, input);
  chat.messages.push({ role: 'user', content: input }, { role: 'assistant', content });
  return {
    kind: 'stream',
    type: 'text/event-stream',
    chunks: events(chat.id, chat.messages.length / 2, rules.chunks(content)),
  };
}

function newChat({ tenant, principal }: Call, agent: Agent): Chat {
  const chat: Chat = {
    id: `chat-${tenant.random.word(12)}`,
    agentId: agent.id,
    userId: principal.user?.id,
    messages: [],
  };
  talks(tenant).chats.set(chat.id, chat);
  return chat;
}

/** Server-sent events: which chat this is, the answer word by word, and that it is complete. */
async function* events(chatId: string, turn: number, chunks: readonly string[]): AsyncGenerator<string> {
  yield event('chat', { chatId, turn });
  for (const content of chunks) {
    // Each piece goes out by itself, and the listener serves others in between.
    await otherwiseBusy();
    yield event('delta', { role: 'assistant', content });
  }
  yield event('done', { chatId, turn });
}

function event(name: string, data: object): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** What the deployment's data says to the question: the first measure that it speaks of, by a dimension that it speaks of. */
function answerTo(tenant: Tenant, { deploymentId }: Agent, question: string): string {
  const asked = question.toLowerCase();
  const cubes = cubesOf(tenant, deploymentId);
  const isAbout = (title: string) => asked.includes(title.toLowerCase());
  const cube = cubes.find(({ title }) => isAbout(title)) ?? cubes[0];
  if (!cube) return 'There is no data to answer from.';
  const measure = namedIn(cube.measures, isAbout) ?? 'count';
  const dimension = namedIn(cube.dimensions, (title) => isAbout(`by ${title}`));
  const rows = run(tenant, {
    cube,
    measures: [measure],
    dimensions: dimension === undefined ? [] : [dimension],
    filters: [],
    order: [[measure, 'desc']],
    limit: 10,
    offset: 0,
  });
  const told = rows.map((row) => `${dimension === undefined ? '' : `${row[dimension]}: `}${row[measure]}`);
  return `${cube.measures[measure]?.title ?? measure}: ${told.join(', ')}.`;
}

function namedIn(
  members: Readonly<Record<string, { readonly title: string }>>,
  isAbout: (title: string) => boolean,
): string | undefined {
  return Object.entries(members).find(([, { title }]) => isAbout(title))?.[0];
}

export const ai: FamilyBehaviour = {
  handlers: { streamChat },
  settings: () => ({
    AGENT_ID: SALES_AGENT,
    AI_CHAT_REQUEST: JSON.stringify({ input: 'How many orders are there by status?' }),
  }),
};
