import type { ToolAnswer } from '../tool.ts'

export const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

const style = `
:root{color-scheme:light dark;--line:light-dark(#dfe1e6,#30343b);--soft:light-dark(#f6f7f9,#1b1e23);--quiet:light-dark(#5b6270,#9aa1ad)}
body{font:15px/1.6 system-ui,sans-serif;max-width:60rem;margin:0 auto;padding:1.5rem 1rem 4rem;background:light-dark(#fff,#121418);color:light-dark(#1c1f24,#e6e8eb);overflow-wrap:anywhere}
h1{font-size:1.5rem;margin:.2rem 0 1rem}h2{font-size:1.05rem;margin:0 0 .5rem}
a{color:light-dark(#4438b8,#a9a2ff)}small,.host,.commit{color:var(--quiet)}
code,pre,input{font:13px/1.6 ui-monospace,monospace}
pre{background:var(--soft);border:1px solid var(--line);border-radius:6px;padding:.75rem 1rem;overflow:auto;overflow-wrap:normal}
.box{border:1px solid var(--line);border-radius:10px;padding:1rem 1.25rem;margin:1rem 0}
.clone{display:flex;gap:.75rem;align-items:center;flex-wrap:wrap}
.clone input{flex:1 1 20rem;min-width:0;padding:.45rem .6rem;border:1px solid var(--line);border-radius:6px;background:var(--soft);color:inherit}
.branches a[aria-current]{font-weight:600;text-decoration:none;color:inherit}
.tree{list-style:none;margin:0;padding:0}.tree .tree{padding-inline-start:1.25rem}.tree li{padding:.1rem 0}
summary{cursor:pointer;font-weight:500}.readme>:first-child{margin-top:0}.readme img{max-width:100%}`

/** A page about a repository. */
export function repositoryPage(name: string, content: string): ToolAnswer {
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>larkpost/${name}</title><style>${style}</style>`
  const title = `<p class="host">Git host of the example organisation</p><h1><a href="/larkpost/${name}">larkpost/${name}</a></h1>`
  const body = `<!doctype html><html lang="en"><head>${head}</head><body><main>${title}${content}</main></body></html>`
  const policy = "default-src 'none'; style-src 'unsafe-inline'"
  return { body, headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy } }
}
