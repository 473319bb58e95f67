package dev.hpa.cli.keda;

/**
 * The bounds of the replicas.
 *
 * @param min 0 if the target is scaled to zero
 */
record Replicas(int min, int max) {

  private static final int DEFAULT_MAX = 100;
  private static final int DEFAULT_WINDOW = 300;
  private static final String MIN = "minReplicaCount";
  private static final String IDLE = "idleReplicaCount";
  private static final String COOLDOWN = "cooldownPeriod";
  private static final String INITIAL_COOLDOWN = "initialCooldownPeriod";

  /**
   * The bounds of a spec.
   *
   * @param isForced whether the target is kept active
   * @param hasOnlyResources whether all triggers are of type cpu or memory, with which KEDA keeps
   *     the target active too
   */
  static Replicas of(Fields spec, boolean isForced, boolean hasOnlyResources) {
    Integer min = spec.integer(MIN, 0);
    Integer max = spec.integer("maxReplicaCount", 1);
    boolean isActive = isForced || hasOnlyResources;
    int least = idle(spec, min == null ? 0 : min, isActive);
    if (least == 0 && hasOnlyResources) {
      spec.note(MIN, "KEDA does not scale to zero by cpu and memory alone; minReplicas is 1");
    }
    return new Replicas(Math.max(least, isActive ? 1 : 0), max == null ? DEFAULT_MAX : max);
  }

  /** The least replicas, without load too. */
  private static int idle(Fields spec, int min, boolean isActive) {
    Integer idle = spec.integer(IDLE, 0);
    if (idle == null) {
      return min;
    }
    if (idle >= min) {
      spec.problem(
          IDLE,
          "%d is not less than minReplicaCount, which KEDA rejects; remove it".formatted(idle));
      return min;
    }
    if (isActive) {
      return min;
    }
    if (idle != 0 || min != 1) {
      spec.problem(
          IDLE,
          "%d replicas without load and at least %d with load are not possible for an HPA; remove it,"
                  .formatted(idle, min)
              + " or set it to 0 and minReplicaCount to 1");
      return min;
    }
    return idle;
  }

  boolean isToZero() {
    return min == 0;
  }

  /** Reports what is different on the way to zero. */
  void checkCooldown(Fields spec, Fields behavior) {
    Integer cooldown = spec.integer(COOLDOWN, 0);
    Integer initial = spec.integer(INITIAL_COOLDOWN, 0);
    if (!isToZero()) {
      reportIgnored(spec);
      return;
    }
    Fields scaleDown = behavior.object("scaleDown");
    if ("Disabled".equals(scaleDown.text("selectPolicy"))) {
      scaleDown.problem(
          "selectPolicy",
          "an HPA with Disabled does not scale to zero, and KEDA does; remove it, or set"
              + " minReplicaCount to 1");
    }
    if (scaleDown.has("policies")) {
      scaleDown.note("policies", "an HPA scales to zero by these policies, and KEDA at once");
    }
    Integer window = scaleDown.integer("stabilizationWindowSeconds", 0);
    compare(
        spec,
        cooldown == null ? DEFAULT_WINDOW : cooldown,
        window == null ? DEFAULT_WINDOW : window);
    if (initial != null && initial > 0) {
      spec.note(INITIAL_COOLDOWN, "is omitted: an HPA has no longer window after its creation");
    }
    spec.note(
        MIN, "a target that has 0 replicas when the HPA is created keeps them; scale it to 1 once");
  }

  private static void reportIgnored(Fields spec) {
    for (String name : new String[] {COOLDOWN, INITIAL_COOLDOWN}) {
      if (spec.has(name)) {
        spec.note(name, "is omitted: it applies only where KEDA scales to zero");
      }
    }
  }

  private static void compare(Fields spec, int cooldown, int window) {
    if (cooldown > window) {
      spec.problem(
          COOLDOWN,
          "an HPA scales to zero after its stabilization window of %d s, not after %d s; set"
                  .formatted(window, cooldown)
              + " behavior.scaleDown.stabilizationWindowSeconds, which delays every scale-down, or"
              + " a shorter period");
    } else if (cooldown < window) {
      spec.note(
          COOLDOWN,
          "an HPA scales to zero after its stabilization window of %d s, not after %d s"
              .formatted(window, cooldown));
    }
  }
}
