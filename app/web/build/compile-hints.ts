import type { Plugin } from 'vite'

/** Most of what these chunks hold runs before the first page is drawn: the frame, what plugins declare, and pages with what they share. */
const drawnFirst = /^(?:vendor|portal|plugins|kit|page|Form|.+-parts|.+Page)$/

/**
 * Tells the browser to compile the functions of some chunks as it reads them, in the background. Otherwise each is read again, on the thread
 * that draws, when it is first called.
 */
export function compileHints(): Plugin {
  return {
    name: 'portico:compile-hints',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type === 'chunk' && drawnFirst.test(file.name)) file.code = `//# allFunctionsCalledOnLoad\n${file.code}`
        }
      },
    },
  }
}
