import { expect, test } from '../test.ts';
import { resolveBindings } from '../../contracts/bindings/resolve.ts';
import { stepsAmong, stepsUnder, valueOf } from '../../contracts/bindings/resolved.ts';
import { Translator } from '../../contracts/bindings/translate.ts';
import { TenantDocument } from '../../contracts/bindings/tenant-document.ts';
import { loadContract } from '../../contracts/bundle.ts';

const contract = await loadContract();

const text = { type: 'string' };
const object = (properties: object) => ({ type: 'object', properties });
const json = (schema: object) => ({ content: { 'application/json': { schema } } });

/** The names in a document with these schemas of requests and answers, by method and path. */
function namesIn(sides: Readonly<Record<string, { readonly request?: object; readonly answer?: object }>>) {
  const paths = Object.fromEntries(
    Object.entries(sides).map(([address, { request, answer }]) => {
      const [method = '', path = ''] = address.split(' ');
      const requestBody = request && json(request);
      return [path, { [method]: { ...(requestBody && { requestBody }), responses: { 200: json(answer ?? {}) } } }];
    }),
  );
  const resolved = resolvedIn(paths);
  return (id: string) => valueOf(resolved, id);
}

const resolvedIn = (paths: object) => resolveBindings(contract, {}, new TenantDocument({ openapi: '3.1.0', paths }));

test('of a thing with an id inside both names together are the name', () => {
  const name = namesIn({
    'post /api/v1/embed/generate-session': { request: object({ deployment: object({ id: text }), userId: text }) },
    'post /api/v1/deployments/{deploymentId}/report-deliveries': { request: object({ report: object({ id: text }) }) },
  });
  expect(name('embed.session-deployment')).toBe('deployment.id');
  expect(name('report-deliveries.report')).toBe('report.id');
  const flat = namesIn({ 'post /api/v1/embed/generate-session': { request: object({ deploymentId: text }) } });
  expect(flat('embed.session-deployment')).toBe('deploymentId');
});

test('of a thing within a thing all names together are the name', () => {
  const target = object({ deployment: object({ id: text }) });
  const path = '/api/v1/deployments/{deploymentId}';
  const name = namesIn({
    [`post ${path}/workbooks/{workbookId}/promotion-previews`]: { request: object({ target }) },
    [`put /build${path}/branches/staging-environment`]: { request: object({ branch: object({ name: text }) }) },
    [`get ${path}/agent-suggestions`]: {
      answer: object({ rows: { type: 'array', items: object({ agent: object({ id: text }), prompt: text }) } }),
    },
  });
  expect(name('promotions.preview-target')).toBe('target.deployment.id');
  expect(name('build.staging-branch')).toBe('branch.name');
  expect(name('deployments.suggestion-agent')).toBe('agent.id');
});

test('of a choice between single members each names its own kind of user', () => {
  const one = (name: string, properties: object) => ({ ...object({ [name]: object(properties) }), required: [name] });
  const subject = { oneOf: [one('External', { id: text, email: text }), one('Internal', { email: text })] };
  const name = namesIn({
    'post /api/v1/embed/generate-session': { request: object({ deployment_id: text, subject }) },
  });
  expect(name('embed.session-user')).toBe('subject.External.id');
});

test('a thread may hold its first comment beside the replies to it', () => {
  const comment = object({ id: text, text, parent: object({ id: text }), resolved: { type: 'boolean' } });
  const thread = object({ comment, replies: { type: 'array', items: comment } });
  const path = '/api/v1/embed/dashboard/{publicId}/comments';
  const name = namesIn({ [`get ${path}`]: { answer: object({ threads: { type: 'array', items: thread } }) } });
  expect(name('embed.comment-id')).toBe('comment.id');
  expect(name('embed.thread-resolved')).toBe('comment.resolved');
  const posted = namesIn({ [`post ${path}`]: { request: object({ text, parent: object({ id: text }) }) } });
  expect(posted('embed.comment-parent')).toBe('parent.id');
});

test('the id of a comment is the one beside its text, also where its thread has an id of its own', () => {
  const comment = object({ id: text, threadId: text, text });
  const list = (items: object) => ({ type: 'array', items });
  const namesFor = (thread: object) =>
    namesIn({ 'get /api/v1/embed/dashboard/{publicId}/comments': { answer: object({ threads: list(thread) }) } });
  const isResolved = { type: 'boolean' };
  const people = list(object({ id: text, name: text }));
  const grouped = namesFor(object({ id: text, isResolved, people, comments: list({ ...comment }) }));
  expect(grouped('embed.comment-id')).toBe('comments[].id');
  expect(grouped('embed.thread-resolved')).toBe('isResolved');
  const first = namesFor(object({ id: text, first: comment, replies: list(comment) }));
  expect(first('embed.comment-id')).toBe('first.id');
  const beside = namesFor(object({ id: text, note: text, replies: list(comment) }));
  expect(beside('embed.comment-id')).toBe('id');
});

test('a group of settings is not taken for one of them', () => {
  const path = 'get /api/v1/deployments/{deploymentId}/settings';
  const grouped = namesIn({
    [path]: { answer: object({ launchpad: { type: 'object' }, release: { type: 'object' } }) },
  });
  expect(grouped('deployments.settings-launchpad-tabs')).toBeUndefined();
  expect(grouped('deployments.settings-release-channel')).toBeUndefined();
  const flat = namesIn({
    [path]: { answer: object({ padTabs: { type: 'array' }, templateVars: { type: 'object' } }) },
  });
  expect(flat('deployments.settings-template-variables')).toBe('templateVars');
});

test('the only list of a holder has the roles, whatever it is called', () => {
  const holder = object({ user: object({ id: text }), grants: { type: 'array', items: object({ id: text }) } });
  const name = namesIn({
    'get /api/v1/roles/{roleId}/users': { answer: object({ value: { type: 'array', items: holder } }) },
  });
  expect(name('role-holders.roles')).toBe('grants');
});

test('a flag says what a status would say, where there is no status', () => {
  const flag = { type: 'boolean' };
  const shown = (properties: object) =>
    namesIn({
      'get /api/v1/deployments/{deploymentId}/lake-metric-view-previews/{id}': { answer: object(properties) },
      'post /api/v1/deployments/{deploymentId}/lake-metric-view-previews': { answer: object({ id: text }) },
    })('lakehouse.preview-status');
  expect(shown({ id: text, done: flag })).toBe('done');
  expect(shown({ id: text, isRunning: flag, hasErrors: flag })).toBe('isRunning');
  expect(shown({ id: text, state: text, done: flag })).toBe('state');
  expect(shown({ id: text, done: text })).toBeUndefined();
  expect(shown({ id: text, done: flag, running: flag })).toBeUndefined();
});

test('groups are listed below what an account calls those who have rights', () => {
  const list = { answer: { type: 'array', items: object({ id: text, name: text }) } };
  const groupsAt = (path: string) => namesIn({ [`get ${path}`]: list })('users.groups');
  for (const path of ['/api/v1/principals/groups', '/api/v1/iam/user-groups', '/api/v1/directory/groups'])
    expect(groupsAt(path)).toEqual({ method: 'get', path });
  expect(groupsAt('/api/v1/notifications/groups')).not.toEqual({ method: 'get', path: '/api/v1/notifications/groups' });
});

test('the text of a comment may be that of its only paragraph', () => {
  const list = (items: object) => ({ type: 'array', items });
  const textIn = (content: object) =>
    namesIn({ 'post /api/v1/embed/dashboard/{id}/comments': { request: object({ content, inReplyTo: text }) } })(
      'embed.comment-text',
    );
  const kind = { const: 'paragraph', type: 'string' };
  expect(textIn(object({ blocks: list(object({ kind, text })) }))).toBe('content.blocks[].text');
  expect(textIn(object({ markdown: text }))).toBe('content.markdown');
  expect(textIn(list(object({ spans: list(object({ value: text })) })))).toBe('content[].spans[].value');
  // Of several texts, or of blocks within blocks, none says which one is meant.
  expect(textIn(object({ text, markdown: text }))).toBeUndefined();
  expect(textIn(list(object({ text, children: list(object({ text })) })))).toBeUndefined();
});

test('the text of a comment is that of the branch which needs nothing else', () => {
  const branch = (name: string, properties: object) => {
    const inner = { ...object(properties), required: Object.keys(properties) };
    return { ...object({ [name]: inner }), required: [name] };
  };
  const path = 'post /api/v1/embed/dashboard/{publicId}/comments';
  const named = (oneOf: readonly object[]) => namesIn({ [path]: { request: { oneOf } } });
  const [thread, reply] = [branch('Thread', { text }), branch('Reply', { thread_id: text, text })];
  expect(named([reply, thread])('embed.comment-text')).toBe('Thread.text');
  expect(named([reply, thread])('embed.comment-parent')).toBe('Reply.thread_id');
  // Which of two texts is meant, nothing says.
  expect(named([thread, branch('Note', { text })])('embed.comment-text')).toBeUndefined();
});

test('a name with a dot of its own is one name, alone and within another', () => {
  const schema = object({ 'Deployment@odata.bind': text, Subject: object({ Kind: text }) });
  const paths = { '/api/v1/embed/generate-session': { post: { requestBody: json(schema), responses: {} } } };
  const resolved = resolvedIn(paths);
  expect(stepsUnder(resolved, 'embed.session-deployment')).toEqual(['Deployment@odata.bind']);
  const translator = new Translator(contract, resolved);
  const body = contract.components.schemas['GenerateEmbedSessionInput'];
  const onTheWire = { 'Deployment@odata.bind': 7 };
  expect(translator.toTenant(body, { deploymentId: 7 })).toEqual(onTheWire);
  expect(translator.fromTenant(body, onTheWire)).toEqual({ deploymentId: 7 });
});

test('the steps of a place are as long as the names that have dots', () => {
  const withDots = new Set(['a@b.c', 'x.y.z']);
  expect(stepsAmong('a@b.c', withDots)).toEqual(['a@b.c']);
  expect(stepsAmong('in.a@b.c.id', withDots)).toEqual(['in', 'a@b.c', 'id']);
  expect(stepsAmong('x.y.z[].id', withDots)).toEqual(['x.y.z[]', 'id']);
  expect(stepsAmong('x.y', withDots)).toEqual(['x', 'y']);
});
