import { fresh, SIGNS } from '../../harness/client/unique.ts';
import { policy, type Role } from '../../harness/things/roles.ts';

/** Members that an update leaves out, and updates that do; each applies to what the one before left. */
export const OMITTED = {
  'roles.update.name-omitted': {
    member: 'name',
    changesOf: () => [
      { description: 'one' },
      { policies: [policy()] },
      { description: 'two', policies: [policy({ resources: ['4'] })] },
      { policies: [] },
      { description: null },
    ],
  },
  'roles.update.description-omitted': {
    member: 'description',
    changesOf: () => [
      { name: fresh('one'), policies: [] },
      { policies: [policy()] },
      { policies: [policy()] },
      { name: fresh('two') },
    ],
  },
  'roles.update.policies-omitted': {
    member: 'policies',
    changesOf: ({ name }: Role) => [
      { name, description: 'one' },
      { name: fresh('one') },
      { description: 'two' },
      { description: null },
      { name: fresh('two'), description: 'three' },
    ],
  },
} as const;

export const described = () => ({ description: `${fresh('after')} ${SIGNS}` });

export const everything = () => ({ ...described(), name: fresh('renamed'), policies: [policy({ resources: ['4'] })] });
