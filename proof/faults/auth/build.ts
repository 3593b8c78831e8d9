import { alsoOn } from '../../lib/access.ts';
import { careless, hasKnownBeginning, unknownToken } from '../../lib/auth.ts';
import { likened } from '../../lib/credentials.ts';
import { faults } from '../../lib/fault.ts';

const NO_VALIDATION = 'the check validates with the credential that is refused';

/** Faults of the credentials of the build API. */
export const buildFaults = faults({
  'auth.build.api-key': {
    name: 'unknown',
    sentence: "The validation of a data model refuses an administrator's API key with 401.",
    also: alsoOn('validateDataModel', NO_VALIDATION, [
      'build.validateDataModel.is-served',
      'build.validateDataModel.answers-as-documented',
      'build.validateDataModel.no-credential',
      'build.validateDataModel.malformed-credential',
      'build.validateDataModel.expired-credential',
      'build.validateDataModel.scoped-key-elsewhere',
      'build.validateDataModel.scoped-key-at-home',
    ]).filter(({ id }) => !['auth.build.api-key', 'auth.build.oauth-token', 'auth.https.build'].includes(id)),
    patch: unknownToken('validateDataModel', 'api-key'),
  },
  'auth.build.oauth-token': {
    name: 'unknown',
    sentence: 'The validation of a data model takes API keys and no OAuth access token.',
    also: (['build.validate.broken-status', 'build.validate.sound'] as const).map((id) => ({
      id,
      because: 'the check validates with an OAuth access token as well',
    })),
    patch: unknownToken('validateDataModel', 'oauth'),
  },
  'auth.build.altered-key': [
    {
      name: 'known-beginning',
      sentence:
        'The validation of a data model takes a key that differs from one that was issued in its last quarter alone.',
      patch: likened('validateDataModel', 'api-key', hasKnownBeginning),
    },
    {
      name: 'one-character',
      sentence: 'The validation of a data model takes an API key though one of its characters is another.',
      patch: careless('validateDataModel', 'api-key'),
    },
  ],
});
