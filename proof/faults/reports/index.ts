import type { FaultTables } from '../../lib/fault.ts';
import { connectFaults } from './connect.ts';
import { disconnectFaults } from './disconnect.ts';
import { fileFaults } from './file.ts';
import { listFaults } from './list.ts';
import { listCountFaults } from './list-count.ts';
import { listDataFaults } from './list-data.ts';
import { listExternalWorkbookFaults } from './list-external-workbook.ts';
import { listFolderFaults } from './list-folder.ts';
import { listOrderFaults } from './list-order.ts';
import { listSearchFaults } from './list-search.ts';
import { pageInfoFaults } from './page-info.ts';
import { perOperationFaults } from './per-operation.ts';
import { pivotFaults } from './pivot.ts';
import { placementFaults } from './placement.ts';
import { refreshFaults } from './refresh.ts';
import { reportFaults } from './report.ts';
import { roleWithAccessFaults } from './role-with-access.ts';
import { updateFaults } from './update.ts';
import { updateExpectedVersionFaults } from './update-expected-version.ts';
import { userFaults } from './user.ts';

/** The faults of all requirements whose ids begin with `reports.`. */
export const reportsFaults: FaultTables = {
  'proof/faults/reports/connect.ts': connectFaults,
  'proof/faults/reports/disconnect.ts': disconnectFaults,
  'proof/faults/reports/file.ts': fileFaults,
  'proof/faults/reports/list.ts': listFaults,
  'proof/faults/reports/list-count.ts': listCountFaults,
  'proof/faults/reports/list-data.ts': listDataFaults,
  'proof/faults/reports/list-external-workbook.ts': listExternalWorkbookFaults,
  'proof/faults/reports/list-folder.ts': listFolderFaults,
  'proof/faults/reports/list-order.ts': listOrderFaults,
  'proof/faults/reports/list-search.ts': listSearchFaults,
  'proof/faults/reports/page-info.ts': pageInfoFaults,
  'proof/faults/reports/per-operation.ts': perOperationFaults,
  'proof/faults/reports/pivot.ts': pivotFaults,
  'proof/faults/reports/placement.ts': placementFaults,
  'proof/faults/reports/refresh.ts': refreshFaults,
  'proof/faults/reports/report.ts': reportFaults,
  'proof/faults/reports/role-with-access.ts': roleWithAccessFaults,
  'proof/faults/reports/update.ts': updateFaults,
  'proof/faults/reports/update-expected-version.ts': updateExpectedVersionFaults,
  'proof/faults/reports/user.ts': userFaults,
};
