import { test } from '@playwright/test';
import { ANNOTATIONS } from '../../evidence/evidence.ts';
import { checksRunIn } from '../failures/log.ts';

checksRunIn({
  current: () => {
    try {
      return test.info();
    } catch {
      // No test is running: Playwright throws then.
      return undefined;
    }
  },
  skip: (sentence) => {
    test.info().annotations.push({ type: ANNOTATIONS.untested, description: sentence });
    test.skip(true, sentence);
  },
});
