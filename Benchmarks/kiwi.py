"""Solves systems of `LabelRows` with kiwisolver, a C++ Cassowary, whenever it is asked, and says how long that took.

Constraint objects are made beforehand: what is timed is `addConstraint` for each of them, `updateVariables` at the end, and for
an edit `suggestValue` of the root's width and `updateVariables`. Kiwi is not told that lengths are not negative, which spares it
a constraint for each, and has the required ones first, the order in which it is fastest. Strengths are the naive ones: half a
thousand and above is medium by its weight, less is weak, and the root's width strong.

Input: `load FILE`, `build`, `edit WIDTH`, `values`; a line of output for each. Times are processor milliseconds.
"""
import sys
import time

import kiwisolver


def strength(priority):
    if priority >= 1000:
        return kiwisolver.strength.required
    if priority >= 500:
        return kiwisolver.strength.create(0, priority, 0)
    return kiwisolver.strength.create(0, 0, priority)


def load(path):
    variables, constraints = [], []
    with open(path, encoding="utf-8") as lines:
        variables = [kiwisolver.Variable(str(number)) for number in range(int(next(lines)))]
        for number, line in enumerate(lines):
            priority, relation, constant, *terms = line.split()
            # The root's width is suggested instead.
            if number == 2:
                continue
            pairs = (term.split(":") for term in terms)
            terms = [kiwisolver.Term(variables[int(name)], float(factor)) for name, factor in pairs]
            expression = kiwisolver.Expression(terms, -float(constant))
            constraints.append(kiwisolver.Constraint(expression, relation, strength(float(priority))))
    # In the order of the views kiwi takes ten times as long, and minutes for 10,000 constraints.
    constraints.sort(key=lambda constraint: -constraint.strength())
    return variables, constraints


def main():
    variables, constraints, solver = [], [], None
    for line in sys.stdin:
        command, *arguments = line.split()
        start = time.process_time()
        if command == "load":
            variables, constraints = load(arguments[0])
        elif command == "build":
            solver = None
            start = time.process_time()
            solver = kiwisolver.Solver()
            solver.addEditVariable(variables[2], kiwisolver.strength.create(1000, 0, 0))
            solver.suggestValue(variables[2], 375)
            for constraint in constraints:
                solver.addConstraint(constraint)
            solver.updateVariables()
        elif command == "edit":
            solver.suggestValue(variables[2], float(arguments[0]))
            solver.updateVariables()
        if command == "values":
            print(*(variable.value() for variable in variables), flush=True)
        else:
            print((time.process_time() - start) * 1000, flush=True)


main()
