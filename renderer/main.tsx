import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { startWindow } from './app/start-window.ts'
import { loadFonts } from './design/load-fonts.ts'
import './styles/fonts.css'
import './styles/tokens.css'
import './styles/base.css'
import './styles/controls.css'
import './styles/header.css'
import './styles/freshness.css'
import './styles/announcements.css'
import './styles/header-narrow.css'
import './styles/board.css'
import './styles/all-day.css'
import './styles/key-legend.css'
import './styles/start.css'
import './styles/ticket.css'
import './styles/ticket-head.css'
import './styles/ticket-body.css'
import './styles/ticket-foot.css'
import './styles/flash.css'
import './styles/channels.css'
import './styles/dialogs.css'
import './styles/alarm.css'
import './counter/counter.css'
import './counter/hand-over.css'
import './counter/strip.css'
import './counter/counter-low.css'
import './counter/hand-over-low.css'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element #root')
const parts = startWindow(window.comanda)
void loadFonts(document.fonts).then(() => {
  createRoot(root).render(
    <StrictMode>
      <App parts={parts} />
    </StrictMode>,
  )
})
