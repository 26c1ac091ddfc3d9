#!/usr/bin/env node
// After `npm install` on a registry that lacks binaries for other platforms: `node scripts/complete-lockfile.mjs`.
import fs from 'node:fs'
import { completeLockfile } from './lib/lockfile.mjs'
import { inRoot } from './lib/repository.mjs'

const file = inRoot('package-lock.json')
const lockfile = JSON.parse(fs.readFileSync(file, 'utf8'))
const added = completeLockfile(lockfile)
fs.writeFileSync(file, `${JSON.stringify(lockfile, undefined, 2)}\n`)
process.stdout.write(`${added.length} packages for other platforms added to package-lock.json\n`)
