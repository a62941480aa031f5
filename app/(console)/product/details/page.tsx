import { consolePage } from '@/app/(console)/_parts/console-page'
import { ProductScreen } from './screen'

export default consolePage('productDetails', () => <ProductScreen />)
