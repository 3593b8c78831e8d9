import config from '../playwright.config.ts';

/** The suite as one project: a worker serves one project only, and starting one takes half a second. */
export default { ...config, projects: [{ name: 'conformance' }] };
