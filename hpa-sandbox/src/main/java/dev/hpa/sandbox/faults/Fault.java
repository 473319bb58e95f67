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
 * error:code=503,path=/apis/metrics.k8s.io/**,share=0.2,for=2m}.
 */
public final class Fault {

  private static final Set<Integer> CODES = Set.of(401, 403, 404, 410, 429, 500, 503, 504);

  private final String text;
  private final FaultEffect effect;
  private final RequestMatcher victims;
  private final FaultSchedule occasions;

  private Fault(String text, FaultEffect effect, RequestMatcher victims, FaultSchedule occasions) {
    this.text = text;
    this.effect = effect;
    this.victims = victims;
    this.occasions = occasions;
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
        throw new FaultFormatException("\"" + pair + "\" is no setting; write name=value");
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
    boolean strikesRequests = !(effect instanceof FaultEffect.ClockJump);
    RequestMatcher victims = strikesRequests ? RequestMatcher.read(left) : RequestMatcher.NONE;
    FaultSchedule occasions =
        strikesRequests ? FaultSchedule.read(left) : FaultSchedule.readTimes(left);
    left.requireNoMore(name);
    return new Fault(text(name, settings), effect, victims, occasions);
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
      case "error" -> refusal(settings);
      case "conflict" -> new FaultEffect.Conflict();
      case "reset" -> new FaultEffect.Reset();
      case "cut" -> new FaultEffect.Cut();
      case "garbage" -> new FaultEffect.Garbage();
      case "gone" -> new FaultEffect.Gone();
      case "stall" -> new FaultEffect.Stall();
      case "stale" -> new FaultEffect.Stale();
      case "clock" -> clock(settings);
      default ->
          throw new FaultFormatException(
              "there is no fault \"%s\"; use one of latency, error, conflict, reset, cut, garbage, gone, stall, stale, clock, such as error:code=503,share=0.2"
                  .formatted(name));
    };
  }

  private static FaultEffect latency(FaultSettings settings) {
    Duration delay = settings.duration("delay");
    if (delay == null) {
      throw new FaultFormatException("the fault latency needs delay; add delay=2s");
    }
    return new FaultEffect.Latency(delay);
  }

  private static FaultEffect clock(FaultSettings settings) {
    Duration jump = settings.signedDuration("jump");
    if (jump == null) {
      throw new FaultFormatException(
          "the fault clock needs jump; add jump=1h, or jump=-1h for back");
    }
    return new FaultEffect.ClockJump(jump);
  }

  private static FaultEffect refusal(FaultSettings settings) {
    Long given = settings.number("code");
    int code = given == null ? 500 : Math.toIntExact(Math.clamp(given, 0, 999));
    if (!CODES.contains(code)) {
      throw new FaultFormatException(
          "code: " + given + " is none of 401, 403, 404, 410, 429, 500, 503, 504");
    }
    return new FaultEffect.Refusal(code, retryAfter(code, settings));
  }

  private static @Nullable Duration retryAfter(int code, FaultSettings settings) {
    Duration given = settings.duration("retry-after");
    if (given != null && !given.equals(given.truncatedTo(ChronoUnit.SECONDS))) {
      throw new FaultFormatException("retry-after: write whole seconds such as 2s");
    }
    return given == null && code == 429 ? Duration.ofSeconds(1) : given;
  }

  FaultEffect effect() {
    return effect;
  }

  /** Whether the fault may affect a request. */
  boolean concerns(MatchedRequest request) {
    return effect.concerns(request) && victims.include(request);
  }

  FaultSchedule occasions() {
    return occasions;
  }

  /** In the format of {@link #parse}. */
  @Override
  public String toString() {
    return text;
  }
}
