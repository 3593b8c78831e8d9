import type { Resolution } from '../../contracts/bindings/resolved.ts';
import { NAME_WORDS } from '../../contracts/bindings/words.ts';
import type { WireFormat } from '../tenant/wire-format.ts';

const NAME = new RegExp(`^((display|deployment)_?)?(${NAME_WORDS})$`, 'i');

/** A request that creates a deployment, under a name by which it is found even if the response says nothing of it. */
export function deploymentRequest(wire: WireFormat, name: () => string, namesAreKnown = false) {
  const body = (wire.value('build.deployment') ?? {}) as Readonly<Record<string, unknown>>;
  const isGuess = !namesAreKnown && isDefault(wire.resolved.get('build.deployment'));
  const named = Object.entries(isGuess ? withoutChoices(wire, body) : body).map(([member, value]) => [
    member,
    NAME.test(member) && typeof value === 'string' ? name() : value,
  ]);
  return { body: Object.fromEntries(named) as Readonly<Record<string, unknown>> };
}

const isDefault = (resolution: Resolution | undefined) =>
  resolution !== undefined && 'source' in resolution && resolution.source === 'default';

/** A guessed body without what the document does not require: a tenant may have other regions than the one that is guessed. */
function withoutChoices(wire: WireFormat, body: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const route = wire.route('createDeployment');
  const declared = route && wire.document?.find(route.method, route.path);
  const schema = declared && wire.document?.schemaOf(declared, 'request');
  if (!wire.document || !schema) return body;
  const required = wire.document.requiredOf(schema);
  return Object.fromEntries(Object.entries(body).filter(([name]) => NAME.test(name) || required.includes(name)));
}
