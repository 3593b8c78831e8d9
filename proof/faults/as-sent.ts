import { LIMITS } from '../../contracts/limits.ts';
import { refuse, Refusal } from '../../mock/answer.ts';
import { bodyOf, idIn, type Body, type Call } from '../../mock/call.ts';
import { taskState } from '../../mock/families/task-state.ts';
import { BUILT_IN_ROLES } from '../../mock/world/account.ts';
import { isAdministrator } from '../lib/access.ts';
import { alsoThese, faults, type Deviation } from '../lib/fault.ts';
import { after, all, changeBodySync, remembering, replaceSync } from '../lib/patches.ts';
import { changeRequest, isAsked, itemsOf, reportIn, storeReport } from '../lib/reports.ts';
import { changeRoleRequest, storing, type Shown } from '../lib/roles.ts';
import { names } from '../lib/role-histories.ts';
import { CREATE, LIST, taskIn, UPDATE } from '../lib/scheduled-tasks.ts';

/** What software makes of a text of digits that it takes for a number on the way. */
const asNumber = (value: unknown): unknown =>
  typeof value === 'string' && /^\d+$/.test(value) ? value.replace(/^0+(?=\d)/, '') : value;

const withNumber =
  (member: string) =>
  (body: Body): Body =>
    member in body ? { ...body, [member]: asNumber(body[member]) } : body;

const leadingZeros = (operation: string, member: string, what: string): Deviation => ({
  name: 'leading-zeros-lost',
  sentence: `${what} of digits alone loses its leading zeros.`,
  patch: changeRequest(operation, withNumber(member)),
});

const without = (body: Body, ...members: readonly string[]): Body =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !members.includes(name)));

/** An update loses a member beside another one that has its value already. */
const lostBeside = (lost: 'name' | 'title', own: 'name' | 'title'): Deviation => ({
  name: `not-beside-the-${own}-of-now`,
  sentence: `A ${lost} that comes beside the ${own} that the report has already is not stored.`,
  patch: changeRequest('updateReport', (body, call) => {
    const report = reportIn(call);
    return report && body[own] === report[own] && lost in body && String(body[lost]).length <= LIMITS.reportName.max
      ? without(body, lost)
      : body;
  }),
});

const withoutSheetsOfDigits = (operation: 'disconnectReportFromWorkbook' | 'refreshReport') =>
  replaceSync(operation, (call, original) =>
    /^\d+$/.test(String(bodyOf(call)['sheetName'])) ? refuse('unknown', 'there is no such placement') : original(call),
  );

/** Faults that show for values that read like others, beside values that stand there already, behind a cursor and after another state. */
export const asSentFaults = faults({
  'reports.disconnect.by-address': {
    name: 'no-sheet-of-digits',
    sentence: 'A disconnect finds no sheet whose name is digits alone.',
    patch: withoutSheetsOfDigits('disconnectReportFromWorkbook'),
  },
  'reports.refresh.by-address': {
    name: 'no-sheet-of-digits',
    sentence: 'A refresh finds no sheet whose name is digits alone.',
    patch: withoutSheetsOfDigits('refreshReport'),
  },
  'reports.connect.payload-opaque': {
    name: 'json-reformatted',
    sentence: 'A payload that reads like JSON is shown as that would be written.',
    patch: changeRequest('connectReportToWorkbook', (body) => {
      const { resultChecksum } = body;
      const payload = (resultChecksum as Body | null | undefined)?.['payload'];
      try {
        return typeof payload === 'string'
          ? { ...body, resultChecksum: { ...(resultChecksum as Body), payload: JSON.stringify(JSON.parse(payload)) } }
          : body;
      } catch {
        return body;
      }
    }),
  },
  'reports.list.external-workbook-placed': {
    name: 'no-id-of-digits',
    sentence: 'The filter by a spreadsheet whose id is digits alone finds nothing.',
    patch: changeBodySync('listReports', (list, call) =>
      /^\d+$/.test(call.query.text('externalWorkbookId') ?? '') ? { ...list, items: [], data: [], count: 0 } : list,
    ),
  },
  'external-documents.list.shows-placement': {
    name: 'none-of-an-id-of-digits',
    toldBy: 'reports.list.external-workbook-placed',
    sentence: 'The list of the placements in a spreadsheet whose id is digits alone is empty.',
    patch: changeBodySync('listPlacements', (list, call) =>
      /^\d+$/.test(call.path['externalWorkbookId'] ?? '') ? { ...list, items: [] } : list,
    ),
  },
  'reports.update.title-stored': [leadingZeros('updateReport', 'title', 'A title'), lostBeside('title', 'name')],
  'reports.update.name-stored': [leadingZeros('updateReport', 'name', 'A name'), lostBeside('name', 'title')],
  'reports.list.search-finds': {
    name: 'no-digits-alone',
    sentence: 'A search for digits alone finds nothing.',
    patch: changeBodySync('listReports', (list, call) =>
      /^\d+$/.test(call.query.text('search') ?? '') ? { ...list, items: [], data: [] } : list,
    ),
  },
  'deployments.update.template-variables-replace': {
    name: 'leading-zeros-lost',
    sentence: 'The value of a template variable that is digits alone loses its leading zeros.',
    patch: changeRequest('updateDeployment', (body) => inVariables(body, asNumber)),
  },
  'scheduled-tasks.create.keeps-prompt': leadingZeros(CREATE, 'prompt', 'The prompt of a new task'),
  'scheduled-tasks.update.takes-effect': leadingZeros(UPDATE, 'prompt', 'A prompt that an update sends'),
  'roles.update.description-changes': [
    {
      name: 'leading-zeros-lost',
      sentence: 'A description of digits alone loses its leading zeros.',
      patch: changeRoleRequest('updateRole', withNumber('description')),
    },
    {
      name: 'not-beside-its-own-policies',
      sentence: 'A description beside the policies that the role has already is not stored.',
      patch: storing((next, asked, former) =>
        names(asked, 'policies') &&
        typeof asked['description'] === 'string' &&
        JSON.stringify(next.policies) === JSON.stringify(former.policies)
          ? { ...next, description: former.description }
          : next,
      ),
    },
  ],
  'roles.update.name-changes': [
    {
      name: 'not-beside-its-own-description',
      sentence: 'A new name beside the description that the role has already is not stored.',
      patch: storing((next, asked, former) =>
        names(asked, 'name') && asked['description'] === former.description ? { ...next, name: former.name } : next,
      ),
    },
    {
      name: 'not-beside-its-own-policies',
      sentence: 'A new name beside the policies that the role has already is not stored.',
      patch: storing((next, asked, former) =>
        names(asked, 'policies') && JSON.stringify(next.policies) === JSON.stringify(former.policies)
          ? { ...next, name: former.name }
          : next,
      ),
    },
  ],
  'roles.update.description-null-clears': {
    name: 'not-beside-its-own-policies',
    sentence: 'A null description beside the policies that the role has already clears nothing.',
    patch: storing((next, asked, former) =>
      asked['description'] === null &&
      names(asked, 'policies') &&
      JSON.stringify(next.policies) === JSON.stringify(former.policies)
        ? { ...next, description: former.description }
        : next,
    ),
  },
  'users.settings.named-changes': {
    name: 'not-beside-the-sheets-of-now',
    also: alsoThese('one of its patches sends what stands there already', 'users.settings.changelog-id-ignored'),
    sentence: 'A setting beside fields of sheets that have their values already is not stored.',
    patch: changeRequest('updateMySettings', (body, call) =>
      standsThere(body['sheets'], call) ? { sheets: body['sheets'] } : body,
    ),
  },
  'users.settings.sheets-field-changes': {
    name: 'not-beside-a-field-of-now',
    also: alsoThese('one of its patches sends what stands there already', 'users.settings.changelog-id-ignored'),
    sentence: 'A field of sheets is not stored beside another one that has its value already.',
    patch: changeRequest('updateMySettings', (body, call) => {
      const fields = Object.entries(isBody(body['sheets']) ? body['sheets'] : {});
      const same = fields.filter(([name, value]) => standsThere({ [name]: value }, call));
      return same.length > 0 && same.length < fields.length ? { ...body, sheets: Object.fromEntries(same) } : body;
    }),
  },
  'role-holders.holders.entry-built-in-roles': {
    name: 'not-behind-a-cursor',
    sentence: 'On later pages an entry carries custom roles only.',
    patch: changeBodySync('listRoleHolders', (list, call) =>
      isAsked(call, 'after')
        ? {
            ...list,
            items: itemsOf(list).map((entry) => ({
              ...entry,
              roles: (entry['roles'] as Shown[]).filter(({ id }) => !BUILT_IN_ROLES.some((one) => one.id === id)),
            })),
          }
        : list,
    ),
  },
  'external-documents.entry.granted': {
    name: 'denied-to-plain-users-behind-a-cursor',
    toldBy: 'external-documents.entry.granted-name',
    sentence: 'On later pages every placement has the access DENIED for a user without the admin role.',
    patch: changeBodySync('listPlacements', (list, call) =>
      isAsked(call, 'after') && !isAdministrator(call)
        ? { ...list, items: itemsOf(list).map((one) => ({ ...one, access: 'DENIED', reportName: null })) }
        : list,
    ),
  },
  'external-documents.entry.granted-name': {
    name: 'null-behind-a-cursor',
    also: alsoThese('its entries are compared with all of their members', 'external-documents.list.pages-complete'),
    sentence: 'On later pages no placement carries the name of its report.',
    patch: changeBodySync('listPlacements', (list, call) =>
      isAsked(call, 'after') ? { ...list, items: itemsOf(list).map((one) => ({ ...one, reportName: null })) } : list,
    ),
  },
  'scheduled-tasks.list.same-as-read': {
    name: 'without-notification-behind-a-cursor',
    sentence: 'Later pages of tasks show notificationEnabled as false.',
    patch: changeBodySync(LIST, (list, call) =>
      isAsked(call, 'after')
        ? { ...list, items: itemsOf(list).map((one) => ({ ...one, notificationEnabled: false })) }
        : list,
    ),
  },
  'role-holders.holders.nobody-else': {
    name: 'those-of-a-namesake',
    sentence: 'Who held a role that was deleted holds the one that is made under its name.',
    patch: remembering(
      () => new Map<string, readonly number[]>(),
      (held) =>
        all(
          replaceSync('deleteRole', (call, original) => {
            const role = call.tenant.account.roles.get(idIn(call, 'roleId') ?? 0);
            const holders = call.tenant.account.users.filter(
              ({ roleIds }) => role !== undefined && roleIds.has(role.id),
            );
            const answer = original(call);
            if (role)
              held.set(
                role.name,
                holders.map(({ id }) => id),
              );
            return answer;
          }),
          after('createRole', ({ tenant: { account }, body }) => {
            const made = account.roles.find(({ name }) => name === (body as Body)['name']);
            for (const id of held.get(made?.name ?? '') ?? []) {
              const user = account.users.get(id);
              if (user && made) account.users.replace({ ...user, roleIds: new Set([...user.roleIds, made.id]) });
            }
          }),
        ),
    ),
  },
  'reports.update.expected-version-on-move': {
    name: 'moved-with-the-next',
    sentence: 'A report that was not moved for its version is moved by the next update that moves it nowhere.',
    patch: remembering(
      () => new Map<number, unknown>(),
      (refused) =>
        replaceSync('updateReport', (call, original) => {
          const [id, { folderId }] = [idIn(call, 'reportId') ?? 0, bodyOf(call)];
          try {
            const answer = original(call);
            if (folderId === undefined && refused.has(id)) storeReport(call, { folderId: refused.get(id) as number });
            refused.delete(id);
            return answer;
          } catch (error) {
            if (error instanceof Refusal && error.why === 409 && folderId !== undefined) refused.set(id, folderId);
            throw error;
          }
        }),
    ),
  },
  'users.settings.omitted-kept': {
    name: 'refused-stored-with-the-next',
    sentence: 'The settings of a patch that was refused are stored with the next one.',
    patch: remembering(
      () => ({ body: {} as Body }),
      (refused) =>
        replaceSync('updateMySettings', (call, original) => {
          try {
            const answer = original({ ...call, body: { ...refused.body, ...bodyOf(call) } });
            refused.body = {};
            return answer;
          } catch (error) {
            const fine = Object.entries(bodyOf(call)).filter(([, value]) => typeof value === 'boolean');
            if (error instanceof Refusal) refused.body = Object.fromEntries(fine);
            throw error;
          }
        }),
    ),
  },
  'scheduled-tasks.on-demand.never-by-itself': {
    name: 'by-the-cron-of-before',
    sentence: 'A task whose cron an update took away runs by it all the same.',
    patch: remembering(
      () => new Map<number, string>(),
      (crons) =>
        all(
          ({ scheduledTasks }) => {
            const { scheduleOf } = scheduledTasks;
            scheduledTasks.scheduleOf = (task) =>
              scheduleOf(task) ?? (task.isEnabled ? (crons.get(task.id) ?? null) : null);
          },
          replaceSync(UPDATE, (call, original) => {
            const before = taskIn(call);
            const answer = original(call);
            if (before?.cron) crons.set(before.id, before.cron);
            return answer;
          }),
        ),
    ),
  },
  'scheduled-tasks.schedule.runs-when-due': {
    name: 'not-once-on-demand',
    sentence: 'A task that was made to run on demand and was given a cron by an update does not run by it.',
    patch: remembering(
      () => new Set<number>(),
      (onDemand) =>
        all(
          ({ scheduledTasks }) => {
            const { carriesOut } = scheduledTasks;
            scheduledTasks.carriesOut = (task, at) => !onDemand.has(task.id) && carriesOut(task, at);
          },
          replaceSync(CREATE, (call, original) => {
            const answer = original(call);
            const id = 'body' in answer ? Number((answer.body as Body)['id']) : 0;
            if (taskState(call.tenant).tasks.get(id)?.cron === null) onDemand.add(id);
            return answer;
          }),
        ),
    ),
  },
});

const isBody = (value: unknown): value is Body => typeof value === 'object' && value !== null;

function inVariables(body: Body, change: (value: unknown) => unknown): Body {
  const { templateVariables } = body;
  if (!isBody(templateVariables)) return body;
  const changed = Object.entries(templateVariables).map(([key, value]) => [key, change(value)]);
  return { ...body, templateVariables: Object.fromEntries(changed) };
}

/** Whether fields of sheets are what they are already. */
function standsThere(fields: unknown, { principal }: Call): boolean {
  const sheets = principal.user?.settings['sheets'];
  if (!isBody(fields) || !isBody(sheets) || Object.keys(fields).length === 0) return false;
  return Object.entries(fields).every(([name, value]) => sheets[name] === value);
}
