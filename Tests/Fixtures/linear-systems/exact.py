"""The same answers as `make` gives, in whole numbers: a simplex method that never rounds.

Solvers with numbers that round stop within a tolerance, which coefficients like 100 beside 0.01 make large: a range
can come out wide that is a point. Here a row is whole numbers over a denominator that all rows share (integer pivoting;
Edmonds 1967, Bareiss 1968), so each division leaves no rest.
"""
from fractions import Fraction
from math import lcm


class Tableau:
    """Rows [coefficients…, right side] over one denominator, with a basic column each; columns are not negative."""

    def __init__(self, rows, width):
        self.width = width
        self.denominator = 1
        self.rows = []
        self.basis = []
        count = len(rows)
        for index, (terms, right) in enumerate(rows):
            row = [0] * (width + count + 1)
            for column, coefficient in terms.items():
                row[column] += coefficient
            row[-1] = right
            scale = lcm(*(Fraction(number).denominator for number in row))
            sign = -1 if right < 0 else 1
            row = [int(number * scale) * sign for number in row]
            row[width + index] = 1
            self.rows.append(row)
            self.basis.append(width + index)
        self.frozen = set()

    def pivot(self, place, column):
        pivot = self.rows[place][column]
        if pivot < 0:
            self.rows[place] = [-number for number in self.rows[place]]
            pivot = -pivot
        source, divisor = self.rows[place], self.denominator
        for index, row in enumerate(self.rows):
            if index != place:
                factor = row[column]
                if factor:
                    self.rows[index] = [(a * pivot - factor * b) // divisor for a, b in zip(row, source)]
                elif pivot != divisor:
                    self.rows[index] = [a * pivot // divisor for a in row]
        self.denominator = pivot
        if place < len(self.basis):
            self.basis[place] = column

    def minimum(self, costs):
        """The smallest Σ cost · column, None when there is none; and the columns that must stay 0 for it."""
        scale = lcm(1, *(Fraction(cost).denominator for cost in costs.values()))
        objective = [0] * len(self.rows[0] if self.rows else [0] * (self.width + 1))
        for column, cost in costs.items():
            objective[column] = int(cost * scale) * self.denominator
        for place, column in enumerate(self.basis):
            cost = int(costs.get(column, 0) * scale)
            if cost:
                objective = [a - cost * b for a, b in zip(objective, self.rows[place])]
        self.rows.append(objective)
        try:
            while True:
                objective = self.rows[-1]
                # The smallest index enters and leaves (Bland), which never goes in circles.
                entering = next(
                    (c for c in range(len(objective) - 1) if objective[c] < 0 and c not in self.frozen), None
                )
                if entering is None:
                    tight = {c for c in range(len(objective) - 1) if objective[c] > 0}
                    return Fraction(-objective[-1], self.denominator * scale), tight
                leaving, least = None, None
                for place, column in enumerate(self.basis):
                    row = self.rows[place]
                    if row[entering] > 0:
                        ratio = (Fraction(row[-1], row[entering]), column)
                        if least is None or ratio < least:
                            leaving, least = place, ratio
                if leaving is None:
                    return None, set()
                self.pivot(leaving, entering)
        finally:
            self.rows.pop()

    def make_feasible(self):
        """False when nothing is feasible."""
        artificial = range(self.width, self.width + len(self.basis))
        value, _ = self.minimum({column: 1 for column in artificial})
        if value != 0:
            return False
        place = 0
        while place < len(self.basis):
            if self.basis[place] >= self.width:
                column = next((c for c in range(self.width) if self.rows[place][c]), None)
                if column is None:
                    # The row says what others say.
                    del self.rows[place], self.basis[place]
                    continue
                self.pivot(place, column)
            place += 1
        self.frozen.update(artificial)
        return True


def solve(signs, constraints):
    """The least sums by priority and the ranges (None for no bound), or None when the required cannot all hold."""
    parts = []
    width = 0
    for sign in signs:
        parts.append(((width, 1),) if sign else ((width, 1), (width + 1, -1)))
        width += len(parts[-1])
    rows, costs = [], {}
    for terms, relation, constant, priority in constraints:
        row = {}
        for variable, coefficient in terms.items():
            for column, factor in parts[variable]:
                row[column] = Fraction(str(coefficient)) * factor
        if priority < 1000:
            cost = costs.setdefault(priority, {})
            row[width], row[width + 1] = -1, 1
            if relation != ">=":
                cost[width] = 1
            if relation != "<=":
                cost[width + 1] = 1
            width += 2
        elif relation != "=":
            row[width] = 1 if relation == "<=" else -1
            width += 1
        rows.append((row, Fraction(str(constant))))
    tableau = Tableau(rows, width)
    if not tableau.make_feasible():
        return None
    sums = {}
    for priority in sorted(costs, reverse=True):
        sums[priority], tight = tableau.minimum(costs[priority])
        tableau.frozen |= tight
    ranges = []
    for part in parts:
        low, _ = tableau.minimum(dict(part))
        high, _ = tableau.minimum({column: -factor for column, factor in part})
        ranges.append((low, None if high is None else -high))
    return sums, ranges
