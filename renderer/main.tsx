// The app ships its font, so that a ticket has the same height on every machine. SIL Open Font License 1.1.
import '@fontsource-variable/atkinson-hyperlegible-next'
import './styles/fonts.css'
import './styles/base.css'
import './styles/tokens.css'
import './styles/controls.css'
import './styles/dialogs.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { startWindow } from './app/start-window.ts'
import { loadFonts } from './design/load-fonts.ts'
import { expectLanguage } from './text/translator.ts'

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
