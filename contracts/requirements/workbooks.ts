import { requirements, type Needs } from './row.ts';

const WORKBOOK: Needs = { lent: ['DEPLOYMENT_ID', 'WORKBOOK_ID'] };
const WIDGET: Needs = { lent: ['DEPLOYMENT_ID', 'WORKBOOK_ID', 'AI_WIDGET_ID', 'CHAT_THREAD_ID'] };

export const workbooks = requirements('workbooks', [
  // The workbook's record.
  {
    id: 'workbooks.workbook.named-members',
    kind: 'shape',
    lines: '128',
    sentence: 'The record of a workbook knows the members slug, user and promotion.',
    untestable:
      'Neither the presence nor the types of the three members are specified, so any workbook record conforms.',
  },

  // The draft of a dashboard as text.
  {
    id: 'workbooks.file.content',
    kind: 'shape',
    lines: '243',
    operations: ['getDashboardFile'],
    needs: WORKBOOK,
    sentence: "A dashboard's draft is answered with its text as content, and it is a string.",
  },
  {
    id: 'workbooks.file.hash',
    kind: 'shape',
    lines: '243',
    operations: ['getDashboardFile'],
    needs: WORKBOOK,
    sentence: "A dashboard's draft is answered with its hash, and it is a string.",
  },
  {
    id: 'workbooks.file.hash-stable',
    kind: 'shape',
    lines: '243',
    operations: ['getDashboardFile'],
    needs: { ...WORKBOOK, mayUse: ['OAUTH_TOKEN', 'MEMBER_TOKEN'] },
    sentence: "Reading a dashboard's draft twice with the same content gives the same hash twice.",
    classes: ['a second time', 'a third time', 'with an OAuth token', 'by a plain user'],
  },
  {
    id: 'workbooks.file.hash-follows-content',
    kind: 'shape',
    lines: '243',
    operations: ['getDashboardFile', 'patchDashboardFile'],
    needs: {
      ...WORKBOOK,
      mayUse: ['AI_WIDGET_ID', 'CHAT_THREAD_ID', 'OAUTH_TOKEN'],
      steps: ['createAiWidgetThread', 'publishWorkbook'],
    },
    sentence: "When the content of a dashboard's draft has changed, its hash differs from the one before.",
    classes: [
      'to other letters of the same length',
      'only in letter case',
      'to a longer text',
      'once a thread was tied to a widget',
      'once published',
      'with an OAuth token',
      'by a sign outside the basic plane',
    ],
  },
  {
    id: 'workbooks.file.scoped-key-stays',
    kind: 'auth',
    lines: '243, 281, 297',
    operations: ['getDashboardFile', 'patchDashboardFile'],
    needs: {
      actors: ['SCOPED_TOKEN'],
      lent: ['DEPLOYMENT_ID', 'OTHER_DEPLOYMENT_ID', 'OTHER_WORKBOOK_ID'],
      bindings: ['workbooks.file-new-text'],
    },
    sentence: 'A scoped key reads and patches no draft of another deployment under the path of its own deployment.',
    classes: ['by a read', 'by a patch'],
  },
  {
    id: 'workbooks.file.patch-replaces',
    kind: 'merge',
    lines: '243',
    operations: ['patchDashboardFile', 'getDashboardFile'],
    needs: { ...WORKBOOK, mayUse: ['OAUTH_TOKEN', 'ALL_ACTIONS_TOKEN'] },
    sentence: "A patch of a dashboard's draft puts the new text in the place of the text that it names.",
    classes: ['once published', 'with an OAuth token', 'by a user without the admin role'],
  },
  {
    id: 'workbooks.file.patch-keeps-the-rest',
    kind: 'merge',
    lines: '243',
    operations: ['patchDashboardFile', 'getDashboardFile'],
    needs: {
      ...WORKBOOK,
      mayUse: ['AI_WIDGET_ID', 'CHAT_THREAD_ID', 'ALL_ACTIONS_TOKEN'],
      steps: ['publishWorkbook', 'createAiWidgetThread'],
    },
    sentence: "A patch of a dashboard's draft changes nothing besides the text that it names.",
    classes: [
      'as it is',
      'once published',
      'beside letters beyond ASCII',
      'once a thread was tied to a widget',
      'two at the same time',
      'by a user without the admin role',
    ],
  },
  {
    id: 'workbooks.file.patch-exact',
    kind: 'merge',
    lines: '243',
    operations: ['patchDashboardFile', 'getDashboardFile'],
    needs: { ...WORKBOOK, bindings: ['workbooks.file-old-text'] },
    sentence: "A patch for text that a dashboard's draft holds only in other upper and lower case changes nothing.",
  },

  // Publishing.
  {
    id: 'workbooks.publish.without-config',
    kind: 'default',
    lines: '244',
    operations: ['publishWorkbook'],
    needs: {
      ...WORKBOOK,
      mayUse: ['OAUTH_TOKEN', 'AI_WIDGET_ID', 'CHAT_THREAD_ID', 'ALL_ACTIONS_TOKEN'],
      steps: ['patchDashboardFile', 'createAiWidgetThread'],
    },
    sentence: 'A publish that omits config succeeds.',
    classes: ['for the first time', 'a second time', 'by an OAuth token', 'by a user without the admin role'],
  },
  {
    id: 'workbooks.publish.saved-draft',
    kind: 'default',
    lines: '244',
    operations: ['publishWorkbook'],
    sentence: 'A publish that omits config publishes the draft that was saved last.',
    untestable: 'No operation with a specified response shows what part of a dashboard is published.',
  },

  // Duplicating.
  {
    id: 'workbooks.duplicate.body-optional',
    kind: 'default',
    lines: '245',
    operations: ['duplicateWorkbook'],
    needs: { ...WORKBOOK, mayUse: ['OAUTH_TOKEN'] },
    sentence: 'A workbook can be duplicated without a request body.',
    classes: ['for the first time', 'a second time', 'with an OAuth token'],
  },
  {
    id: 'workbooks.duplicate.shared-true',
    kind: 'status',
    lines: '245',
    operations: ['duplicateWorkbook'],
    needs: { ...WORKBOOK, mayUse: ['OAUTH_TOKEN'] },
    sentence: 'A workbook can be duplicated with shared set to true.',
    classes: ['for the first time', 'a second time', 'with an OAuth token'],
  },
  {
    id: 'workbooks.duplicate.shared-false',
    kind: 'status',
    lines: '245',
    operations: ['duplicateWorkbook'],
    needs: { ...WORKBOOK, mayUse: ['OAUTH_TOKEN'] },
    sentence: 'A workbook can be duplicated with shared set to false.',
    classes: ['for the first time', 'a second time', 'with an OAuth token'],
  },
  {
    id: 'workbooks.duplicate.original-unchanged',
    kind: 'move',
    lines: '245',
    operations: ['duplicateWorkbook', 'getDashboardFile'],
    needs: {
      ...WORKBOOK,
      mayUse: ['OAUTH_TOKEN', 'AI_WIDGET_ID', 'CHAT_THREAD_ID'],
      steps: ['patchDashboardFile', 'publishWorkbook', 'createAiWidgetThread'],
    },
    sentence:
      "Duplicating a workbook leaves the draft of the original's dashboard as it was, and so does a change of the copy.",
    classes: [
      'without a body',
      'shared',
      'not shared',
      'with an OAuth token',
      'a change of the copy',
      'a change of a shared copy',
      'a thread of the copy',
      'a change of a copy of a copy',
    ],
  },
  {
    id: 'workbooks.duplicate.copy',
    kind: 'move',
    lines: '245',
    operations: ['duplicateWorkbook'],
    sentence: 'Duplicating a workbook makes a second one with the same dashboard draft.',
    untestable: 'Neither the response nor a list of workbooks is specified, so the copy cannot be identified.',
  },

  // The thread of an AI widget.
  {
    id: 'workbooks.ai-widget-thread.answers-dashboard',
    kind: 'shape',
    lines: '246',
    operations: ['createAiWidgetThread'],
    needs: WIDGET,
    sentence: 'Tying a chat thread to an AI widget answers with the dashboard, and it is a JSON object.',
  },
  {
    id: 'workbooks.ai-widget-thread.checksum-optional',
    kind: 'status',
    lines: '246',
    operations: ['createAiWidgetThread'],
    needs: { ...WIDGET, mayUse: ['OAUTH_TOKEN'], steps: ['publishWorkbook'] },
    sentence: 'Tying a chat thread to an AI widget succeeds without a checksum.',
    classes: ['for the first time', 'a second time', 'with an OAuth token'],
  },
  {
    id: 'workbooks.ai-widget-thread.widget-id-missing',
    kind: 'status',
    lines: '246',
    operations: ['createAiWidgetThread', 'getDashboardFile'],
    needs: WIDGET,
    sentence: 'Tying a chat thread to an AI widget without a widgetId is refused and changes nothing.',
    classes: ['beside valid members', 'beside a checksum'],
  },
  {
    id: 'workbooks.ai-widget-thread.thread-id-missing',
    kind: 'status',
    lines: '246',
    operations: ['createAiWidgetThread', 'getDashboardFile'],
    needs: WIDGET,
    sentence: 'Tying a chat thread to an AI widget without a threadId is refused and changes nothing.',
    classes: ['beside valid members', 'beside a checksum'],
  },
]);
