/** Mutations after which positions in a sheet mean something else. */
export const MOVES_CELLS = /^sheet\.mutation\.(insert-(row|col)|remove-(rows|col|sheet)|move-|reorder-)/;
