package dev.hpa.sandbox.faults;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A fault to inject: its effect, the requests it matches, and its schedule. A clock fault matches
 * no requests and shifts all timestamps. Immutable. The text form is the name with settings: {@code
 * error:code=503,path=/apis/metrics.k8s.io/**,probability=0.2,for=2m}.
 */
public final class Fault {

  private static final Set<Integer> CODES = Set.of(401, 403, 404, 410, 429, 500, 503, 504);

  private final String text;
  private final FaultEffect effect;
  private final RequestMatcher matcher;
  private final FaultSchedule schedule;

  private Fault(String text, FaultEffect effect, RequestMatcher matcher, FaultSchedule schedule) {
    this.text = text;
    this.effect = effect;
    this.matcher = matcher;
    this.schedule = schedule;
  }

  /**
   * Parses {@code NAME} or {@code NAME:SETTING=VALUE,...}.
   *
   * @throws FaultFormatException if the text is malformed, with the expected format as message
   */
  public static Fault parse(String text) {
    int colon = text.indexOf(':');
    Map<String, String> settings = new LinkedHashMap<>();
    for (String pair : colon < 0 ? new String[0] : text.substring(colon + 1).split(",", -1)) {
      int equals = pair.indexOf('=');
      if (equals < 1) {
        throw new FaultFormatException("\"" + pair + "\": not a setting; use name=value");
      }
      settings.put(pair.substring(0, equals).strip(), pair.substring(equals + 1).strip());
    }
    return of((colon < 0 ? text : text.substring(0, colon)).strip(), settings);
  }

  /**
   * Creates a fault of a name and settings, as {@link #parse} reads them.
   *
   * @throws FaultFormatException if the name or a setting is invalid, with the expected format as
   *     message
   */
  public static Fault of(String name, Map<String, String> settings) {
    FaultSettings left = new FaultSettings(settings);
    FaultEffect effect = effect(name, left);
    boolean matchesRequests = !(effect instanceof FaultEffect.ClockSkew);
    RequestMatcher matcher = matchesRequests ? RequestMatcher.read(left) : RequestMatcher.NONE;
    FaultSchedule schedule =
        matchesRequests ? FaultSchedule.read(left) : FaultSchedule.readTimes(left);
    left.requireNoMore();
    return new Fault(text(name, settings), effect, matcher, schedule);
  }

  private static String text(String name, Map<String, String> settings) {
    StringBuilder text = new StringBuilder(name);
    settings.forEach(
        (key, value) ->
            text.append(text.length() == name.length() ? ':' : ',')
                .append(key)
                .append('=')
                .append(value));
    return text.toString();
  }

  private static FaultEffect effect(String name, FaultSettings settings) {
    return switch (name) {
      case "latency" -> latency(settings);
      case "error" -> statusError(settings);
      case "conflict" -> new FaultEffect.Conflict();
      case "reset" -> new FaultEffect.Reset();
      case "truncate" -> new FaultEffect.Truncate();
      case "corrupt" -> new FaultEffect.Corrupt();
      case "expire-watch" -> new FaultEffect.ExpireWatch();
      case "stall-watch" -> new FaultEffect.StallWatch();
      case "stale-list" -> new FaultEffect.StaleList();
      case "clock-skew" -> clockSkew(settings);
      default ->
          throw new FaultFormatException(
              "\"%s\": unknown fault; use latency, error, conflict, reset, truncate, corrupt, expire-watch, stall-watch, stale-list or clock-skew, such as error:code=503,probability=0.2"
                  .formatted(name));
    };
  }

  private static FaultEffect latency(FaultSettings settings) {
    Duration delay = settings.duration("delay");
    if (delay == null) {
      throw new FaultFormatException("delay: required setting is missing; add delay=2s");
    }
    return new FaultEffect.Latency(delay);
  }

  private static FaultEffect clockSkew(FaultSettings settings) {
    Duration offset = settings.signedDuration("offset");
    if (offset == null) {
      throw new FaultFormatException(
          "offset: required setting is missing; add offset=1h, or offset=-1h for a clock that is behind");
    }
    return new FaultEffect.ClockSkew(offset);
  }

  private static FaultEffect statusError(FaultSettings settings) {
    Long given = settings.number("code");
    int code = given == null ? 500 : Math.toIntExact(Math.clamp(given, 0, 999));
    if (!CODES.contains(code)) {
      throw new FaultFormatException(
          "code: \"" + given + "\" is not supported; use 401, 403, 404, 410, 429, 500, 503 or 504");
    }
    return new FaultEffect.StatusError(code, retryAfter(code, settings));
  }

  private static @Nullable Duration retryAfter(int code, FaultSettings settings) {
    Duration given = settings.duration("retry-after");
    if (given != null && !given.equals(given.truncatedTo(ChronoUnit.SECONDS))) {
      throw new FaultFormatException(
          "retry-after: not a whole number of seconds; use a duration such as 2s");
    }
    return given == null && code == 429 ? Duration.ofSeconds(1) : given;
  }

  FaultEffect effect() {
    return effect;
  }

  /** Whether the fault may affect a request. */
  boolean appliesTo(MatchedRequest request) {
    return effect.appliesTo(request) && matcher.matches(request);
  }

  FaultSchedule schedule() {
    return schedule;
  }

  /** In the format of {@link #parse}. */
  @Override
  public String toString() {
    return text;
  }
}
