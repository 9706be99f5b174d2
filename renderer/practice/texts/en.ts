import type { PracticeTexts } from './practice-texts.ts'

export const en: PracticeTexts = {
  tab: 'Practice',
  explain:
    'Learn the board with invented orders. They stay on this computer: they never reach the platform, are never mixed with real orders, and are erased at the end.',
  promise:
    'While you practise, real orders keep coming in and are stored. A new real order, or an open one that rings, ends the practice at once: the real board comes back and rings.',
  scenario: {
    'first-shift': {
      name: 'First shift',
      what: 'A few orders, one after the other: accept, prepare, make ready.',
      lesson: 'Each order rings until someone taps it.',
    },
    'lunch-rush': {
      name: 'Lunch rush',
      what: 'Almost forty orders in six minutes, and some of them cancelled.',
      lesson: 'Accept first, cook then: the header shows the order that is nearest to its deadline.',
    },
    duplicates: {
      name: 'Repeated notices',
      what: 'The platform sends each notice several times and out of order.',
      lesson: 'Each order is shown once, however often it is announced.',
    },
    cancellation: {
      name: 'Cancelled while cooking',
      what: 'Customers cancel orders that are being cooked.',
      lesson: 'STOP stays on the screen until someone confirms it.',
    },
    outage: {
      name: 'Ten minutes without internet',
      what: 'The internet fails for ten minutes and comes back, with the orders of that time.',
      lesson: 'Taps without internet are kept and sent when it is back.',
    },
    'clock-jump': {
      name: 'Wrong clock',
      what: 'The clock of the computer jumps by 47 minutes.',
      lesson: 'The times of orders follow the clock of the platform, not that of this computer.',
    },
  },
  minutes: '{{minutes}} min',
  begin: 'Start',
  open: 'Real orders are open. They are out of sight while you practise, and ring as always.',
  confirm: 'Practise anyway',
  notNow: 'Not now',
  ringing: 'A real order is ringing. See to it first.',
  stale: 'The real board is out of date. See to that first.',
  left: 'Ends in {{time}}',
  end: 'End practice',
  title: 'How it went: {{name}}',
  accepted: 'Accepted within {{minutes}} min',
  of: '{{done}} of {{all}}',
  cooked: 'Cooked after STOP',
  unseen: 'Longest time until a new order was tapped',
  stop: 'Longest time until a STOP was confirmed',
  waited: '{{time}} (order {{displayId}})',
  none: 'none',
  advice: {
    nothing: 'The practice ended before there was anything to judge.',
    'cooked-on': 'After STOP do not tap "Prepare" or "Ready" any more: take the food off and confirm that you stopped.',
    accept: 'Accept each new order as soon as it rings; cooking can wait, the deadline cannot.',
    unseen: 'Tap an order as soon as it rings, even with your hands full: then everyone knows that it was seen.',
    stop: 'Confirm STOP as soon as it appears: until then nobody knows whether the cooking has stopped.',
    good: 'Well done.',
  },
  interrupted: 'It ended early because a real order needed attention.',
  again: 'Once more',
  back: 'Back to the real board',
  last: 'Last practice: {{name}}',
}
