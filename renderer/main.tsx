// The app ships its font, so that a ticket has the same height on every machine. SIL Open Font License 1.1.
import '@fontsource-variable/atkinson-hyperlegible-next'
import './ui/styles/fonts.css'
import './ui/styles/base.css'
import './ui/styles/tokens.css'
import './ui/styles/controls.css'
import './ui/styles/dialogs.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { startWindow } from './app/start-window.ts'
import { loadFonts } from './ui/design/load-fonts.ts'
import { expectLanguage } from './ui/text/translator.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element #root')
expectLanguage(navigator.language)
const parts = startWindow(window.comanda)
void loadFonts(document.fonts, parts.places.measureAgain).then(() => {
  createRoot(root).render(
    <StrictMode>
      <App parts={parts} />
    </StrictMode>,
  )
})
