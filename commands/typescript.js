import module, { register } from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * Every process of this project is started with this file, so that Node reads its TypeScript as it stands: all of it is
 * JavaScript once the types are erased (`erasableSyntaxOnly`), and lines and columns stay where they are. From 22.18 on Node does
 * that itself; for those before it the same eraser is hooked in.
 */
if (!Reflect.get(process.features, 'typescript')) register('./typescript-hooks.js', import.meta.url);

/**
 * From 22.8 on, what Node compiled for one process serves the next.
 * @type {unknown}
 */
const keepCompiled = Reflect.get(module, 'enableCompileCache');
if (typeof keepCompiled === 'function') {
  Reflect.apply(keepCompiled, module, [fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url))]);
}
