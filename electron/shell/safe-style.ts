export const SAFE_STYLE_NAME = 'safe-page.css'

/** Sizes follow the window; fonts are the system's, because the program's files may be gone. */
export const SAFE_STYLE = `html{color-scheme:dark;background:#0d1012;color:#fff;font:clamp(16px,1.35vw,30px)/1.35 system-ui,sans-serif}
*{box-sizing:border-box}
body{margin:0;overflow-wrap:anywhere}
main{padding:1em}
h1,h3,p,ul{margin:0;padding:0;font-size:inherit}
ul{list-style:none}
bdi{unicode-bidi:isolate}
header{padding:.6em 1em;border-left:.5em solid #ff5c5c;background:#1b2126}
h1{font-size:1.5em;line-height:1.2}
.age{margin-top:.5em;font-weight:700}
.age[data-state="fresh"]{color:#9fe0b0}
.age:not([data-state="fresh"]){color:#ffb84d}
.again{display:inline-block;margin-top:.8em;padding:.8em 1.2em;border-radius:.4em;background:#fff;color:#0d1012;font-weight:700;
text-decoration:none}
.again:focus-visible{outline:.2em solid #ffb84d;outline-offset:.2em}
.none{margin-top:1em;font-size:1.2em}
.list{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(15em,100%),1fr));align-items:start;gap:.6em;margin-top:.8em}
article{min-width:0;padding:.5em .6em;border:.12em solid #55616b;border-radius:.4em;background:#171c20}
article[data-lane="new"]{border-color:#ffb84d}
article.cancelled{border-color:#ff5c5c}
h3{font-size:1.6em;line-height:1.15}
.type{font-weight:700}
.facts{color:#d5dde3}
.stop{margin:.4em 0;padding:.4em .6em;background:#c62828;color:#fff}
.stop strong{font-size:1.4em}
.tap[data-truth="conflict"]{color:#ffb84d}
.lines{margin-top:.5em}
.lines>li{padding:.3em 0;border-top:.08em solid #3b454d}
.line{display:flex;gap:.5em;font-size:1.15em;font-weight:700}
.line span{flex:none}
.line div{min-width:0}
.options{margin:.15em 0 0 .4em;padding-left:.6em;border-left:.15em solid #55616b}
.struck .line,.struck .option,.cancelled .lines{text-decoration:line-through}
.note{margin-top:.35em;padding:.3em .5em;border:.12em solid #d5dde3;font-weight:700;white-space:pre-line}
.note.warns{border-color:#ffb84d;background:#ffb84d;color:#000}
.note mark{background:#000;color:#ffb84d;padding:0 .2em}
`
