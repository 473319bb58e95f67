package dev.hpa.api;

import java.util.Arrays;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A release of Kubernetes whose autoscaling this project reproduces. Defaults of feature gates and
 * behaviors of controller and API server are derived from it; {@code docs/versions.md} names the
 * source of each.
 *
 * <p>{@link #V1_36} is proven by recordings of v1.36.2, {@link #V1_37} by recordings of v1.37.2,
 * and the decisions of {@link #V1_38} by recordings of v1.38.0-beta.0.
 */
public enum KubernetesVersion {
  V1_36(36, "v1.36.2"),
  V1_37(37, "v1.37.2"),

  /** A preview: the release may differ. */
  V1_38(38, "v1.38.0-beta.0");

  /**
   * The release of everything that no other one is set for: tools, the sandbox, the library, and a
   * controller beside a server that does not report its version.
   */
  public static final KubernetesVersion DEFAULT = V1_37;

  /** The sentence of help texts about releases that are previews. */
  public static final String PREVIEWS = "1.38 is a preview of v1.38.0-beta.0.";

  /** The oldest release that is known. */
  public static final KubernetesVersion OLDEST = values()[0];

  /** The newest release that is known. */
  public static final KubernetesVersion NEWEST = values()[values().length - 1];

  private static final int MAJOR = 1;
  private static final Pattern TEXT = Pattern.compile("v?(\\d{1,9})\\.(\\d{1,9})");

  private final int minor;
  private final String release;

  KubernetesVersion(int minor, String release) {
    this.minor = minor;
    this.release = release;
  }

  /**
   * Reads {@code 1.37} or {@code v1.37}.
   *
   * @throws IllegalArgumentException if the text is not one of the releases, with a message that
   *     lists them
   */
  public static KubernetesVersion parse(String text) {
    Matcher parts = TEXT.matcher(text.toLowerCase(Locale.ROOT));
    return Optional.of(parts)
        .filter(Matcher::matches)
        .flatMap(all -> exactly(number(all, 1), number(all, 2)))
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "\"" + text + "\" is not a supported Kubernetes version; use " + all("or")));
  }

  private static int number(Matcher parts, int group) {
    return Integer.parseInt(parts.group(group));
  }

  private static Optional<KubernetesVersion> exactly(int major, int minor) {
    return Arrays.stream(values())
        .filter(each -> major == MAJOR && minor == each.minor)
        .findFirst();
  }

  /**
   * The release to emulate beside a server: the newest one that is not newer than the server, and
   * the oldest one for older servers.
   */
  public static KubernetesVersion nearest(int major, int minor) {
    if (major != MAJOR) {
      return major < MAJOR ? OLDEST : NEWEST;
    }
    return Arrays.stream(values())
        .filter(each -> each.minor <= minor)
        .reduce((older, newer) -> newer)
        .orElse(OLDEST);
  }

  /** All releases, oldest first, such as {@code 1.36, 1.37 or 1.38} for the last separator "or". */
  public static String all(String last) {
    return Arrays.stream(values())
        .map(KubernetesVersion::toString)
        .collect(Collectors.joining(", "))
        .replaceFirst(", ([^,]*)$", " " + last + " $1");
  }

  public int major() {
    return MAJOR;
  }

  public int minor() {
    return minor;
  }

  /** The version with its patch number, such as {@code v1.36.2}. */
  public String release() {
    return release;
  }

  /** Whether it is recorded from a pre-release, so that the release may differ. */
  public boolean isPreview() {
    return release.indexOf('-') > 0;
  }

  /** The release for messages: {@code 1.36}, or {@code 1.38 (preview of v1.38.0-beta.0)}. */
  public String title() {
    return isPreview() ? this + " (preview of " + release + ")" : toString();
  }

  /** How quantities are converted, added and printed. */
  public QuantityRules quantities() {
    return since(V1_38) ? QuantityRules.SATURATING : QuantityRules.WRAPPING;
  }

  /** Whether decisions have the fixes that {@code --upstream-fixes} names. */
  public boolean hasUpstreamFixes() {
    return since(V1_38);
  }

  /** The defaults of the API server's feature gates. */
  public HpaFeatureGates gates() {
    return new HpaFeatureGates(scalesToZero(), true, hasGenerations());
  }

  /** Whether {@code HPAScaleToZero} is enabled by default (KEP-2021). */
  public boolean scalesToZero() {
    return since(V1_37);
  }

  /**
   * Whether autoscalers have a {@code metadata.generation} and their conditions an {@code
   * observedGeneration}, and {@code HPAGeneration} is enabled by default: the controller writes the
   * generation to {@code status.observedGeneration}, and syncs an autoscaler whose spec has changed
   * at once.
   */
  public boolean hasGenerations() {
    return since(V1_37);
  }

  /**
   * Whether the API server validates replica counts, owner references and conditions with the rules
   * that are declared with the types: these errors come last and once, with their own texts, and
   * values that an update does not change are not among them.
   */
  public boolean validatesDeclaredRules() {
    return since(V1_37);
  }

  /**
   * Whether the recorded API server stores objects as protobuf, where an empty list of metrics is
   * no list: {@code currentMetrics: []} is null afterwards. The older recordings were made with
   * JSON.
   */
  public boolean storesEmptyListsAsNull() {
    return since(V1_37);
  }

  /**
   * Whether the sandbox answers as its recordings of 1.37 do where it answers 1.36 more simply:
   * {@code docs/sandbox.md} lists what remains.
   */
  public boolean answersStrictly() {
    return since(V1_37);
  }

  /**
   * Whether a new autoscaler is synced at once instead of after the sync period
   * (kubernetes/kubernetes PR 138294).
   */
  public boolean syncsNewAtOnce() {
    return since(V1_37);
  }

  /**
   * Whether the message about autoscalers that select the same pods names only two of them; before,
   * it names all.
   */
  public boolean namesTwoOfAmbiguousSelector() {
    return since(V1_37);
  }

  /**
   * Whether a reconcile ends before it reads pods if its autoscaler has been deleted since it
   * began.
   */
  public boolean noticesDeletion() {
    return since(V1_37);
  }

  /**
   * Whether {@code StaleControllerConsistencyHPA} is enabled by default: a sync is skipped until
   * the watch has delivered the status that the controller wrote last (KEP-5647).
   */
  public boolean readsOwnWrites() {
    return since(V1_37);
  }

  /**
   * Whether the message about a failed Object metric names object and failure in that order
   * (kubernetes/kubernetes PR 139029).
   */
  public boolean namesObjectBeforeFailure() {
    return since(V1_37);
  }

  /**
   * The versions of {@code metrics.k8s.io} to read, the preferred one first, separated by commas.
   * The controller of 1.37 reads only v1beta1, but servers of v1 alone are possible since 1.37
   * (KEP-5207).
   */
  public String resourceMetricsVersions() {
    return since(V1_37) ? "v1,v1beta1" : "v1beta1";
  }

  /**
   * The stages of the feature gates with an effect, by name, as {@code kubernetes_feature_enabled}
   * reports them: {@code ALPHA}, {@code BETA}, or empty for a stable gate.
   */
  public Map<String, String> gateStages() {
    Map<String, String> stages = new TreeMap<>();
    stages.put("HPAScaleToZero", since(V1_37) ? "BETA" : "ALPHA");
    stages.put("HPAConfigurableTolerance", since(V1_37) ? "" : "BETA");
    stages.put("PodLevelResources", "BETA");
    if (since(V1_37)) {
      stages.put("StaleControllerConsistencyHPA", "BETA");
      stages.put("HPAGeneration", since(V1_38) ? "" : "BETA");
    }
    return Collections.unmodifiableMap(stages);
  }

  private boolean since(KubernetesVersion first) {
    return compareTo(first) >= 0;
  }

  /** The release as {@code 1.36}. */
  @Override
  public String toString() {
    return MAJOR + "." + minor;
  }
}
