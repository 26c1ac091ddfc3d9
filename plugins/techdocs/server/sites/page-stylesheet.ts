import { createHash } from 'node:crypto'

/** How a page looks as a document of its own, and in the reader of Backstage, whose theme sets the custom properties. */
export const stylesheet = `
:host,:root{--md-text:var(--md-default-fg-color,#1f2328);--md-muted:var(--md-default-fg-color--light,#59636e);--md-line:var(--md-default-fg-color--lightest,#d1d9e0);--md-soft:var(--md-code-bg-color,#f6f8fa);--md-link:var(--md-typeset-a-color,#0b57d0)}
body{margin:0;color:var(--md-text);font:16px/1.6 system-ui,sans-serif}
.md-toggle{display:none}
.md-grid{box-sizing:border-box;max-width:1440px;margin:0 auto;padding:0 24px}
.md-header{position:sticky;top:0;z-index:2;padding:8px 24px;border-bottom:1px solid var(--md-line)}
.md-header__button{cursor:pointer}
.md-tabs{border-bottom:1px solid var(--md-line);font-size:14px}
.md-tabs__list{display:flex;gap:24px;margin:0;padding:0;overflow-x:auto;list-style:none}
.md-tabs__link{display:block;padding:8px 0;color:inherit;text-decoration:none;white-space:nowrap}
.md-tabs__link:hover,.md-tabs__item--active>.md-tabs__link{color:var(--md-link)}
.md-main__inner{display:flex;align-items:flex-start;gap:32px;padding-top:24px}
.md-sidebar{position:sticky;top:56px;flex:none;width:240px;max-height:calc(100vh - 72px);overflow-y:auto}
.md-sidebar--secondary{order:2;width:220px}
.md-content{flex:1;min-width:0;max-width:860px}
.md-nav{font-size:14px;line-height:1.4}
.md-nav__title{display:block;padding:4px 8px;font-weight:600}
.md-nav__list{margin:0;padding:0;list-style:none}
.md-nav__link{display:block;padding:5px 8px;color:inherit;text-decoration:none;cursor:pointer}
.md-nav__link:hover,.md-nav__link--active{color:var(--md-link)}
.md-nav__link--active{font-weight:600}
.md-nav__item--nested>.md-nav{display:none;margin-left:8px;padding-left:8px;border-left:1px solid var(--md-line)}
.md-nav__item--nested>.md-nav__toggle:checked~.md-nav{display:block}
.md-nav__item--nested>label.md-nav__link::after{content:"\\203A";float:right}
.md-nav__item--nested>.md-nav__toggle:checked~label.md-nav__link::after{content:"\\2304"}
.md-nav__item--level-3{padding-left:12px}.md-nav__item--level-4,.md-nav__item--level-5,.md-nav__item--level-6{padding-left:24px}
.md-nav__source{padding:4px 8px}
.md-typeset{overflow-wrap:anywhere}
.md-typeset h1{margin:0 0 24px;font-size:2em;line-height:1.3}
.md-typeset h2{margin:1.6em 0 .6em;font-size:1.5em;line-height:1.4}
.md-typeset h3{margin:1.6em 0 .8em;font-size:1.25em}
.md-typeset a{color:var(--md-link)}
.md-typeset img{max-width:100%;height:auto}
.md-typeset .headerlink{margin-left:8px;opacity:0;text-decoration:none}
.md-typeset :hover>.headerlink,.md-typeset .headerlink:focus{opacity:1}
.md-typeset code{padding:.1em .3em;border-radius:4px;background:var(--md-soft);font:.85em/1.5 ui-monospace,monospace}
.md-typeset pre{position:relative;margin:1em 0}
.md-typeset pre>code{display:block;overflow:auto;padding:12px 16px;border-radius:6px}
.md-typeset table{display:block;overflow-x:auto;border-collapse:collapse;font-size:.9em}
.md-typeset th,.md-typeset td{padding:8px 12px;border:1px solid var(--md-line);text-align:left;vertical-align:top}
.md-typeset blockquote{margin:1em 0;padding-left:16px;border-left:4px solid var(--md-line);color:var(--md-muted)}
.md-typeset .admonition,.md-typeset details{margin:1.2em 0;padding:0 16px 4px;border:1px solid var(--md-line);border-left:4px solid var(--md-link);border-radius:4px;overflow:auto}
.md-typeset .admonition-title,.md-typeset summary{margin:0 -16px 8px;padding:8px 16px;background:var(--md-soft);font-weight:600}
.md-typeset summary{cursor:pointer}
.md-typeset .warning,.md-typeset .caution,.md-typeset .attention{border-left-color:#9a6700}
.md-typeset .danger,.md-typeset .failure,.md-typeset .bug,.md-typeset .error{border-left-color:#cf222e}
.md-typeset .tip,.md-typeset .success,.md-typeset .hint{border-left-color:#1a7f37}
.md-typeset .md-post--excerpt{margin-bottom:2.5em}
.md-typeset .md-post__meta{display:flex;flex-wrap:wrap;gap:0 16px;margin:0 0 1em;padding:0;color:var(--md-muted);font-size:.85em;list-style:none}
.md-typeset .md-author__avatar{margin-right:6px;border-radius:50%;vertical-align:middle}
.md-typeset .md-pagination ul{display:flex;gap:12px;padding:0;list-style:none}
.md-typeset .md-pagination__current{font-weight:600;text-decoration:none}
.md-typeset .task-list-item{list-style:none}
.md-typeset .md-content__button{float:right;color:var(--md-muted)}
.md-typeset .md-content__button svg{fill:none;stroke:currentcolor;stroke-width:2}
.md-typeset .hljs-comment{color:#59636e}.md-typeset .hljs-keyword,.md-typeset .hljs-literal{color:#cf222e}.md-typeset .hljs-string{color:#0a3069}.md-typeset .hljs-number,.md-typeset .hljs-attr{color:#0550ae}.md-typeset .hljs-title{color:#6639ba}
.md-footer{margin-top:32px;border-top:1px solid var(--md-line);background:var(--md-default-bg-color,#fff)}
.md-footer__inner{display:flex;justify-content:space-between;gap:16px;padding-top:16px;padding-bottom:16px}
.md-footer__link{color:inherit;text-decoration:none}
.md-footer__link--next{margin-left:auto;text-align:right}
.md-footer__direction{color:var(--md-muted);font-size:.8em}
.md-copyright{padding:0 24px 16px;color:var(--md-muted);font-size:.8em}
@media (max-width:76.1875em){.md-tabs,.md-sidebar--secondary{display:none}.md-sidebar--primary{position:fixed;left:-260px;top:0;z-index:3;height:100%;max-height:none;padding:16px;background:var(--md-default-bg-color,#fff);transition:left .2s}#__drawer:checked~.md-container .md-sidebar--primary{left:0}}
@media (min-width:76.25em){.md-header{display:none}.md-nav--lifted>.md-nav__list>.md-nav__item:not(.md-nav__item--active){display:none}}
@media print{.md-header,.md-tabs,.md-sidebar,.md-footer__inner,.headerlink,.md-content__button{display:none!important}}
`.trimStart()

/** Readers keep a stylesheet whose name has this form; the number changes with its content. */
export const stylesheetPath = `assets/stylesheets/main.${createHash('sha256').update(stylesheet).digest('hex').slice(0, 8)}.min.css`
