/** What sites were prepared with. Raised when the same source gives other pages or another navigation, so that kept ones are prepared again. */
export const rendererVersion = 3
