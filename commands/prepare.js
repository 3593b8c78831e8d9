import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

// npm runs this after each installation here, and before it packs a clone of this repository for somebody who installs it by its
// address. Only the latter needs what the package holds to be compiled; npm makes such a clone within its cache.
const cache = process.env['npm_config_cache'];
const place = cache === undefined ? '..' : path.relative(cache, process.cwd());
const isClone = !place.startsWith('..') && !path.isAbsolute(place);

if (isClone && !existsSync('dist')) {
  const { status } = spawnSync(process.execPath, ['--import', './commands/typescript.js', 'commands/build.ts'], {
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
}
