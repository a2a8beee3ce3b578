"""Random play of gin rummy in open_spiel and rlcard: decisions a second.

Run by `benchmarks/play.py --peers PYTHON` with a Python that has them (pip install open_spiel
rlcard). Prints one JSON object; a library that is not there is left out.
"""

import json
import random
import sys
import time


def open_spiel_decisions(seconds):
    import pyspiel

    game = pyspiel.load_game("gin_rummy")
    rng = random.Random(1)
    count, start = 0, time.process_time()
    while time.process_time() - start < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(actions, chances)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                count += 1
    return count / (time.process_time() - start)


def rlcard_decisions(seconds):
    import rlcard
    from rlcard.agents import RandomAgent

    env = rlcard.make("gin-rummy", config={"seed": 1})
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])
    count, start = 0, time.process_time()
    while time.process_time() - start < seconds:
        trajectories, _ = env.run(is_training=False)
        count += sum(len(path) // 2 for path in trajectories)
    return count / (time.process_time() - start)


def main():
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 3.0
    figures = {}
    for name, measure in (("open_spiel", open_spiel_decisions), ("rlcard", rlcard_decisions)):
        try:
            figures[name] = round(measure(seconds))
        except ImportError:
            continue
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
