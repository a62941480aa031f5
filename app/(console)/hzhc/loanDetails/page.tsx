import { consolePage } from '@/app/(console)/_parts/console-page'
import { LoanScreen } from '@/app/(console)/loans/_parts/loan-screen'

export default consolePage('loanDetails', () => <LoanScreen />)
