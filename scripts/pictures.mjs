#!/usr/bin/env node
// Takes the pictures of docs/images anew, from a built portal: `npm test -- e2e/portal` builds it.
import { takePictures } from '../e2e/pictures.ts'
import { runCommand } from './lib/failure.mjs'

await runCommand(takePictures)
