/** Header of what a page of the office asks: the id of the user whose page it is. The session of anybody else is refused. */
export const pageOfHeader = 'sitefile-page-of';
