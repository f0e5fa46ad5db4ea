"""English words that say nothing about what a text is about: grammar, question words, fillers of conversation."""

STOP_WORDS = frozenset(  # one word after another reads better than a list
    """
    a about above after again against ago all almost along already also although always am among an and another any anybody
    anyone anything anyway are arent around as at away back be became because been before being below between both but by
    came can cannot cant come could couldnt did didnt do does doesnt doing done dont down during each either else even ever every
    everyone everything few for from further gave get gets getting give given go goes going gonna gone got gotten had hadnt has
    hasnt have havent having he her here hers herself hey hi him himself his how however i id if ill im in into is isnt it its
    itself ive just keep kind know knew let lets like lot lots made make makes many may maybe me might mine more most much must my
    myself near need neither never no nobody none nor not nothing now of off often oh ok okay on once one only onto or other others
    our ours ourselves out over own perhaps please put quite rather really right said same saw say says see seem seems shall she
    should shouldnt since s so some somebody someone something sometimes soon still such sure t take tell than thank thanks that thats
    the their theirs them themselves then there theres these they theyre theyve thing things think this those though
    through thus to together too took toward towards under until up upon us used very via want was wasnt way we well went were
    werent weve what whatever whats when whenever where wherever whether which while who whoever whom whose why will with within
    without wont would wouldnt wow yeah yes yet you youre your yours yourself yourselves youve
    """.split()  # noqa: SIM905
)
