import type { Samples } from './sample.ts';

const info = { title: 'Management API', version: '1.0.0' };

export const openapiSpec: Samples = {
  OpenApiDocument: {
    conforming: [{ openapi: '3.1.0', info, paths: { '/api/v1/spec': { get: {} } } }],
    free: [
      { point: 'U088', value: { openapi: '3.1.0', info, paths: {}, tags: [{ name: 'Spec' }], 'x-build': 'a1' } },
      { point: 'U104', value: { openapi: '3.1.0', info, paths: { '/api/v1/spec': {}, 'x-served-by': 'a1' } } },
    ],
    defects: [
      {
        defect: 'it is one of OpenAPI 3.0.3',
        lines: '261, 332',
        value: { openapi: '3.0.3', info, paths: {} },
        blames: 'openapi-spec.document.openapi-version',
      },
      {
        defect: 'it does not say which OpenAPI it is',
        lines: '261, 332',
        value: { info, paths: {} },
        blames: 'openapi-spec.document.openapi-version',
      },
      {
        defect: 'the API document has version 2.0.0',
        lines: '332',
        value: { openapi: '3.1.0', info: { ...info, version: '2.0.0' }, paths: {} },
        blames: 'openapi-spec.document.info-version',
      },
      {
        defect: 'the API document has no version',
        lines: '332',
        value: { openapi: '3.1.0', info: { title: 'Management API' }, paths: {} },
        blames: 'openapi-spec.document.info-version',
      },
      {
        defect: 'a path is a list',
        lines: '261, 333',
        value: { openapi: '3.1.0', info, paths: { '/api/v1/spec': [] } },
        blames: 'openapi-spec.get.answers-document',
      },
      {
        defect: 'it has no paths',
        lines: '261, 333',
        value: { openapi: '3.1.0', info },
        blames: 'openapi-spec.get.answers-document',
      },
    ],
  },
};
