import { refuse } from '../../../mock/answer.ts';
import { isAdministrator } from '../../lib/access.ts';
import { faults } from '../../lib/fault.ts';
import { all, refusing, replaceSync } from '../../lib/patches.ts';
import { anybody, passing } from '../../lib/refused.ts';
import { holdsAction } from '../../lib/rights.ts';

/** Faults of the access rules of single operations on embed tenants. */
export const perOperationFaults = faults({
  'embed-tenants.listEmbedTenantWorkbooks.is-served': {
    name: 'not-of-an-encoded-name',
    toldBy: 'embed-tenants.delete.succeeds',
    seenIn: 'of a name that a path encodes',
    sentence: 'The workbooks of an embed tenant are not found whose name a path encodes.',
    patch: replaceSync('listEmbedTenantWorkbooks', (call, original) => {
      const name = call.path['embedTenantName'] ?? '';
      if (encodeURIComponent(name) !== name) refuse('unknown', 'there is no such embed tenant');
      return original(call);
    }),
  },
  'embed-tenants.listEmbedTenantWorkbooks.administrator-only': [
    {
      name: 'workbook-managers-let-in',
      toldBy: 'role-holders.user-roles.is-admin-only',
      sentence: 'Whoever holds WorkbookManage passes for an administrator on listEmbedTenantWorkbooks.',
      patch: passing('listEmbedTenantWorkbooks', holdsAction('WorkbookManage')),
    },
    {
      name: 'with-filter',
      sentence: 'With accessSource everybody may list the workbooks of an embed tenant.',
      patch: all(
        anybody('listEmbedTenantWorkbooks'),
        refusing(
          'listEmbedTenantWorkbooks',
          (call) => !isAdministrator(call) && call.query.text('accessSource') === undefined,
          403,
        ),
      ),
    },
  ],
});
