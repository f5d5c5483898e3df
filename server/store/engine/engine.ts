/** The two database engines. */
export type Engine = 'sqlite' | 'postgres';
