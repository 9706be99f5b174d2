import type { Paper } from '../../shared/paper-sizes.ts'

/** Printable width of the roll in mm; the rest is the printer's margin. */
const PRINTABLE_MM = { '58mm': 48, '80mm': 72 } as const

/**
 * For every paper. Black on white: a thermal printer cannot print grey. The letters can be read from arm's length on a wall.
 * No text is shortened, and nothing crosses an edge.
 */
const COMMON_STYLE = `*{box-sizing:border-box}
html,body{margin:0;background:#fff;color:#000}
body{font:var(--body)/1.25 "Noto Sans","Segoe UI",Roboto,"Liberation Sans",Arial,sans-serif;overflow-wrap:anywhere;
-webkit-print-color-adjust:exact;print-color-adjust:exact}
p,ul,h1,h2{margin:0;padding:0;font-size:inherit}
ul{list-style:none}
bdi{unicode-bidi:isolate}
.ticket{break-inside:auto}
.mark{margin-bottom:1mm;padding:.5mm 1mm;border:.6mm solid #000;font-weight:700;text-align:center;letter-spacing:.08em}
.stop{margin-bottom:1mm;padding:1.5mm 1mm;background:#000;color:#fff;text-align:center;font-weight:700}
.stop strong{display:block;font-size:var(--stop);line-height:1;letter-spacing:.08em}
.head{display:flex;flex-wrap:wrap;align-items:baseline;justify-content:space-between;gap:0 2mm;
padding-bottom:1mm;border-bottom:.6mm solid #000}
.head h1{min-width:0;font-size:var(--id);line-height:1.05;font-weight:800}
.type{font-size:var(--item);font-weight:700}
.facts{padding:1mm 0;border-bottom:.3mm solid #000}
.facts strong{font-weight:800}
.code{display:flex;flex-wrap:wrap;align-items:baseline;gap:0 2mm}
.code strong{font-size:var(--id);line-height:1.1}
.lines>li{padding:1.2mm 0;border-bottom:.2mm dashed #000;break-inside:avoid}
.line{font-size:var(--item);font-weight:700;line-height:1.15}
.removed{text-decoration:line-through}
.added,.changed{text-decoration:underline}
.removal{padding:0 1mm;border:.5mm solid #000;font-weight:800}
.struck .line,.struck .option{text-decoration:line-through}
.options{margin:.5mm 0 0 2mm;padding-left:1.5mm;border-left:.5mm solid #000;font-size:var(--option)}
.options .options{margin-left:1mm}
.note{margin-top:.8mm;padding:.6mm 1.2mm;border:.4mm solid #000;font-size:var(--option);font-weight:700;
white-space:pre-line;break-inside:avoid}
.note.warns{background:#000;color:#fff}
.note mark{background:#fff;color:#000;padding:0 .6mm}
.foot{padding-top:1mm;font-size:var(--small)}
.cancelled .lines{text-decoration:line-through}
`

const roll = (paper: '58mm' | '80mm'): string => {
  const narrow = paper === '58mm'
  const sizes = narrow
    ? '--body:9pt;--small:8pt;--option:10pt;--item:12pt;--id:24pt;--stop:30pt'
    : '--body:10pt;--small:9pt;--option:12pt;--item:15pt;--id:32pt;--stop:44pt'
  const edge = (Number.parseInt(paper, 10) - PRINTABLE_MM[paper]) / 2
  return `${COMMON_STYLE}@page{margin:0}
:root{${sizes}}
body{width:${PRINTABLE_MM[paper]}mm;margin:0 ${edge}mm;padding:2mm 0 4mm}
`
}

/** Two columns of tickets; a ticket that fits in one column stays in one. */
const SHEET_STYLE = `${COMMON_STYLE}@page{size:A4;margin:10mm}
:root{--body:10pt;--small:8.5pt;--option:11pt;--item:13pt;--id:26pt;--stop:34pt}
body{column-count:2;column-gap:8mm;column-fill:auto}
.ticket{break-inside:avoid;margin-bottom:6mm;padding:3mm;border:.5mm solid #000}
`

/** The style sheet for a paper. All lengths are lengths on the paper. */
export const printStyle = (paper: Paper): string => (paper === 'a4' ? SHEET_STYLE : roll(paper))

export const stylePathOf = (paper: Paper): string => `print-${paper}.css`
