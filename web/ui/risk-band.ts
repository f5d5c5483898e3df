/** The band of a risk, as the server names it (the 5×5 matrix of the organisation's default). */
export function bandOf(risk: number): 'low' | 'medium' | 'high' | 'very_high' {
  return risk <= 4 ? 'low' : risk <= 9 ? 'medium' : risk <= 15 ? 'high' : 'very_high';
}
