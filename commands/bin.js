#!/usr/bin/env node
import { existsSync } from 'node:fs';

// An old Node has to read this file to the end as well: no syntax here that is newer than top-level await.
const [major, minor] = process.versions.node.split('.').map(Number);
// As `engines` in package.json says.
const isSupported = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22;

if (isSupported) {
  // In the repository Node reads the TypeScript as it stands; the package has it compiled.
  const isSource = existsSync(new URL('./cli.ts', import.meta.url));
  await (isSource ? import('./typescript.js').then(() => import('./cli.ts')) : import('./cli.js'));
} else {
  console.error(`Node ${process.versions.node} is too old for this suite: install 20.19, 22.12, 24 or newer`);
  process.exitCode = 2;
}
