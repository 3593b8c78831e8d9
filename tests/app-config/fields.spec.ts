import { answerOf, declaredIn, documentOf, membersWithin } from '../../harness/check/document.ts';
import { expectKnownMember } from '../../harness/check/shown.ts';
import { checkEveryOperation } from '../../harness/rules/every-operation.ts';
import { granted, isSuccess } from '../../harness/http/answer.ts';
import { BY_OAUTH } from '../../harness/things/administrators.ts';
import { inEach, leaveOutIf } from '../../harness/check/in-each.ts';
import { expect, test, verifies } from '../../harness/test.ts';
import { testRequires } from '../../harness/failures/requires.ts';
import { calls } from './calls.ts';

/** Members that a response shows or the document declares for it; which of them a response contains is open. */
const FIELDS = {
  'app-config.config.app-theme': ['getAppConfig', 'appTheme'],
  'app-config.config.apply-theme-globally': ['getAppConfig', 'applyThemeGlobally'],
  'app-config.config.creator-mode': ['getAppConfig', 'creatorMode'],
  'app-config.config.embedding': ['getAppConfig', 'embedding'],
  'app-config.config.ai-paywalled': ['getAppConfig', 'aiPaywalled'],
  'app-config.config.dashboard-apps-enabled': ['getAppConfig', 'dashboardAppsEnabled'],
  'app-config.config.restrict-data-download': ['getAppConfig', 'restrictDataDownload'],
  'app-config.config.sheets-agent-chat-enabled': ['getAppConfig', 'sheetsAgentChatEnabled'],
  'app-config.config.timezone-settings': ['getAppConfig', 'timezoneSettings'],
  'app-config.theme.palette': ['getAppTheme', 'palette'],
  'app-config.theme.logo-url': ['getAppTheme', 'logoUrl'],
} as const;

const DEPRECATED = {
  'app-config.theme.light-deprecated': 'light',
  'app-config.theme.dark-deprecated': 'dark',
} as const;

const OBJECTS = { 'app-config.config.fields': 'getAppConfig', 'app-config.theme.fields': 'getAppTheme' } as const;

checkEveryOperation('app-config', calls, {
  except: [...Object.keys(FIELDS), ...Object.keys(DEPRECATED), ...Object.keys(OBJECTS)],
});

for (const [id, operation] of Object.entries(OBJECTS)) {
  test(...verifies(id as keyof typeof OBJECTS), async ({ check, admin }) => {
    const readers = {
      'an administrator': admin,
      'once more': admin,
      [BY_OAUTH]: check.asOptional('OAUTH_TOKEN', 'OAuth administrator'),
      'a plain user': check.asOptional('MEMBER_TOKEN', 'member'),
    };
    await inEach(check, readers, async (reader, name) => {
      const answer = await reader.raw(operation);
      // Who may read is open.
      leaveOutIf(name === 'a plain user' && !isSuccess(answer));
      expect(answer).toSucceed();
      const own = check.recorder.findings.filter(({ requirement }) => requirement === id);
      expect(
        own.map(({ at, message }) => `${at} ${message}`.trim()),
        'differences between the responses and the contract',
      ).toEqual([]);
    });
  });
}

/** The names of all members of a response at any depth, because a wrapper around the members is open. */
function shownIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [name, ...shownIn(member)]);
}

for (const [id, [operation, field]] of Object.entries(FIELDS)) {
  test(...verifies(id as keyof typeof FIELDS), async ({ check, admin }) => {
    const shown = shownIn(granted(await admin.raw(operation), operation).wire);
    await expectKnownMember(check, admin, field, { shown, in: [operation] });
  });
}

for (const [id, member] of Object.entries(DEPRECATED)) {
  test(...verifies(id as keyof typeof DEPRECATED), async ({ check, admin }) => {
    const document = await documentOf(admin);
    declaredIn(check, document, 'getAppTheme');
    const theme = answerOf(check, document, 'getAppTheme');
    testRequires(membersWithin(document, theme).size > 0, "the tenant's document declares no members of the app theme");
    const declared = document.propertiesOf(theme)[member];
    // A document that does not declare the member cannot mark it.
    const isMarked = declared === undefined || [declared, document.schema(declared)].some((one) => one.deprecated);
    expect(isMarked, `${member} is marked as deprecated`).toBe(true);
  });
}
