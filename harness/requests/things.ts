import type { PlainSetting } from '../tenant/secret-settings.ts';
import type { Settings } from '../tenant/configuration.ts';

type Text = string | number;

/** The settings with things that a member may name, by the name of the member without its case and its signs. */
const SETTINGS: Readonly<Record<string, PlainSetting>> = {
  deploymentid: 'DEPLOYMENT_ID',
  targetdeploymentid: 'OTHER_DEPLOYMENT_ID',
  destinationdeploymentid: 'OTHER_DEPLOYMENT_ID',
  environmentid: 'ENVIRONMENT_ID',
  reportid: 'REPORT_ID',
  folderid: 'FOLDER_ID',
  workbookid: 'WORKBOOK_ID',
  sourceworkbookid: 'WORKBOOK_ID',
  externalworkbookid: 'EXTERNAL_WORKBOOK_ID',
  dashboardpublicid: 'DASHBOARD_PUBLIC_ID',
  publicid: 'DASHBOARD_PUBLIC_ID',
  dashboardid: 'DASHBOARD_ID',
  agentid: 'AGENT_ID',
  assistantid: 'AGENT_ID',
  userid: 'MEMBER_USER_ID',
  memberid: 'MEMBER_USER_ID',
  ownerid: 'MEMBER_USER_ID',
  newownerid: 'MEMBER_USER_ID',
  owneruserid: 'MEMBER_USER_ID',
  newowneruserid: 'MEMBER_USER_ID',
  newuserid: 'MEMBER_USER_ID',
  recipientid: 'MEMBER_USER_ID',
  recipientuserid: 'MEMBER_USER_ID',
  groupid: 'GROUP_ID',
  widgetid: 'AI_WIDGET_ID',
  threadid: 'CHAT_THREAD_ID',
  chatthreadid: 'CHAT_THREAD_ID',
  branch: 'BRANCH',
  branchname: 'BRANCH',
  embedtenantname: 'EMBED_TENANT',
  embedtenant: 'EMBED_TENANT',
  datasourcename: 'DATA_SOURCE_NAME',
};

/** The settings with things of the other deployment, by those with the same things of the usual one. */
const ELSEWHERE: Readonly<Partial<Record<PlainSetting, PlainSetting>>> = {
  REPORT_ID: 'OTHER_REPORT_ID',
  WORKBOOK_ID: 'OTHER_WORKBOOK_ID',
  DASHBOARD_PUBLIC_ID: 'OTHER_DASHBOARD_PUBLIC_ID',
  DASHBOARD_ID: 'OTHER_DASHBOARD_ID',
  AI_WIDGET_ID: 'OTHER_AI_WIDGET_ID',
  CHAT_THREAD_ID: 'OTHER_CHAT_THREAD_ID',
  BRANCH: 'OTHER_BRANCH',
  DATA_SOURCE_NAME: 'OTHER_DATA_SOURCE_NAME',
  AGENT_ID: 'OTHER_AGENT_ID',
};

/** The setting with the same thing of the other deployment. */
export function elsewhereOf(setting: PlainSetting): PlainSetting | undefined {
  return ELSEWHERE[setting];
}

/** Things of one deployment of which the other has no counterpart among the settings. */
const AT_HOME: readonly PlainSetting[] = ['FOLDER_ID', 'ENVIRONMENT_ID'];

/** The settings with the ids of things that have public ids as well, by those with these. */
const IDS_OF_PUBLIC: readonly (readonly [publicId: PlainSetting, id: PlainSetting])[] = [
  ['DASHBOARD_PUBLIC_ID', 'DASHBOARD_ID'],
  ['OTHER_DASHBOARD_PUBLIC_ID', 'OTHER_DASHBOARD_ID'],
];

/** The id of the thing with a public id; undefined for anything else, and null where nobody knows it. */
export function idOfPublic(value: Text, settings: Settings): string | null | undefined {
  const pair = IDS_OF_PUBLIC.find(([publicId]) => settings[publicId] === String(value));
  return pair && (settings[pair[1]] ?? null);
}

/** Ids that whoever sends the request makes up. */
const MADE_UP = /^(external|client|request|correlation|idempotency|trace|transaction)/;

const bare = (name: string) => name.replace(/[^a-z\d]/gi, '').toLowerCase();

/** Whether there is a setting for the thing that a member names. */
export function isLendable(name: string): boolean {
  return settingNamed(bare(name)) !== undefined;
}

/** A deployment may be named for its part: that of a new embed tenant is its `homeDeploymentId`. */
function settingNamed(plain: string): PlainSetting | undefined {
  return SETTINGS[plain] ?? (plain.endsWith('deploymentid') ? 'DEPLOYMENT_ID' : undefined);
}

/** Members that name people; as a number that is the id of a user, as a text it may be an address. */
const PEOPLE = /^(user|member|person|people|recipient|owner|assignee|invitee|viewer|editor|subscriber|collaborator)s?$/;

/** The setting with the thing that a member of a body names. */
export function settingOf(name: string): PlainSetting | undefined {
  const plain = bare(name);
  return settingNamed(plain) ?? (PEOPLE.test(plain) ? 'MEMBER_USER_ID' : undefined);
}

/** Whether a member by its name is the id of a thing of the tenant, or another name of one. */
export function isThing(name: string, isNumber = false): boolean {
  const plain = bare(name);
  if (isLendable(name) || (isNumber && PEOPLE.test(plain))) return true;
  return /[a-z\d](Id|_id|ID)s?$/.test(name) && !MADE_UP.test(plain);
}

/**
 * The thing that a member names: of the path of the same request, or one that was lent to the run. What a promotion places is
 * placed in the other deployment than that of its path.
 */
export function thingOf(
  name: string,
  path: Readonly<Record<string, Text>>,
  settings: Settings,
  isPromotion = false,
): Text | undefined {
  const plain = bare(name);
  const inPath = Object.entries(path).find(([parameter]) => bare(parameter) === plain)?.[1];
  const setting = settingOf(name);
  if (inPath !== undefined || setting === undefined) return inPath;
  const { DEPLOYMENT_ID: home, OTHER_DEPLOYMENT_ID: other } = settings;
  const isElsewhere = other !== undefined && other !== home && String(path['deploymentId']) === other;
  if (AT_HOME.includes(setting) && isElsewhere !== isPromotion) return undefined;
  const there = isElsewhere ? ELSEWHERE[setting] : undefined;
  const known = (there && settings[there]) ?? settings[setting];
  // A text that names a dashboard is its public id, which no number can be.
  return known ?? (setting === 'DASHBOARD_ID' ? thingOf('dashboardPublicId', path, settings, isPromotion) : undefined);
}
