import { answers } from './answers.ts';
import { behaviour } from './behaviour.ts';
import { bodies } from './bodies.ts';
import { documents } from './documents.ts';
import { envelopes } from './envelopes.ts';
import type { Freedoms } from './freedom.ts';
import { requestMembers } from './members.ts';
import { names } from './names.ts';
import { otherApis } from './other-apis.ts';
import { outcomes } from './outcomes.ts';
import { refusals } from './refusals.ts';
import { requests } from './requests.ts';
import { routes } from './routes.ts';
import { states } from './states.ts';
import { vendor } from './vendor.ts';
import { wireValues } from './wire-values.ts';
import { writing } from './writing.ts';

/** Everything that the specification leaves open and the reference tenant can do in several ways. */
export const FREEDOMS: Freedoms = {
  ...names,
  ...routes,
  ...states,
  ...envelopes,
  ...answers,
  ...refusals,
  ...requests,
  ...requestMembers,
  ...bodies,
  ...behaviour,
  ...outcomes,
  ...writing,
  ...documents,
  ...otherApis,
  ...vendor,
  ...wireValues,
};
