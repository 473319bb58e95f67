package dev.hpa.sandbox.server;

import dev.hpa.sandbox.cluster.ServedResources;
import dev.hpa.sandbox.cluster.StatusException;
import dev.hpa.sandbox.faults.FaultEffect;
import dev.hpa.sandbox.faults.Faults;
import dev.hpa.sandbox.faults.MatchedRequest;
import dev.hpa.sandbox.request.ApiRequest;
import dev.hpa.sandbox.request.ApiResponse;
import dev.hpa.sandbox.request.RequestInfo;
import dev.hpa.sandbox.watch.WatchEventEncoder;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Injects the effects of faults into a request and its response. */
final class FaultInjector {

  private static final byte[] CORRUPT_BODY =
      "\u0000\u0007garbage}]{\"".getBytes(StandardCharsets.UTF_8);

  private static final Map<Integer, Reason> REASONS =
      Map.of(
          401, new Reason("Unauthorized", "Unauthorized"),
          403, new Reason("Forbidden", "forbidden: an injected fault"),
          404, new Reason("NotFound", "the server could not find the requested resource"),
          410, new Reason("Expired", "The provided resource version is too old: an injected fault"),
          429,
              new Reason(
                  "TooManyRequests",
                  "the server has received too many requests and has asked us to try again later"),
          500, new Reason("InternalError", "Internal error occurred: an injected fault"),
          503,
              new Reason(
                  "ServiceUnavailable", "the server is currently unable to handle the request"),
          504,
              new Reason(
                  "Timeout",
                  "the server was unable to return a response in the time allotted, but may still be"
                      + " processing the request"));

  private record Reason(String name, String message) {}

  private final List<Faults.InjectedEffect> effects;

  FaultInjector(List<Faults.InjectedEffect> effects) {
    this.effects = effects;
  }

  /** The attributes of a request that faults match. */
  static MatchedRequest matched(ApiRequest request, ServedResources served) {
    boolean ofMany = request.method().equals("GET") && isCollection(request.path(), served);
    return new MatchedRequest(
        request.method(),
        "/" + String.join("/", request.path()),
        request.client(),
        ofMany && request.isWatch(),
        ofMany && !request.isWatch());
  }

  private static boolean isCollection(List<String> path, ServedResources served) {
    if (!isBelowVersion(path)) {
      return false;
    }
    RequestInfo.Path parts = RequestInfo.Path.parse(path);
    return parts.name().isEmpty() && served.find(parts.group(), parts.resource()) != null;
  }

  private static boolean isBelowVersion(List<String> path) {
    return switch (path.getFirst()) {
      case "api" -> path.size() > 2;
      case "apis" -> path.size() > 3;
      default -> false;
    };
  }

  /** The total delay of the request. */
  Duration delay() {
    Duration sum = Duration.ZERO;
    for (Faults.InjectedEffect injected : effects) {
      if (injected.effect() instanceof FaultEffect.Latency latency) {
        sum = sum.plus(latency.delay());
      }
    }
    return sum;
  }

  /** The response after all effects. */
  ApiResponse answer(ApiRequest request, RequestRouter routes) {
    ApiRequest asked = request;
    for (Faults.InjectedEffect injected : effects) {
      switch (injected.effect()) {
        case FaultEffect.StatusError error -> {
          return statusError(error);
        }
        case FaultEffect.Conflict ignored -> throw conflict(request, routes.served());
        case FaultEffect.Reset ignored -> {
          return new ApiResponse.Reset();
        }
        case FaultEffect.StaleList ignored -> asked = asked.asOf(injected.revision());
        default -> {}
      }
    }
    ApiResponse answer = routes.answer(asked);
    for (Faults.InjectedEffect injected : effects) {
      answer = withEffect(answer, injected.effect());
    }
    return answer;
  }

  private static ApiResponse statusError(FaultEffect.StatusError error) {
    int code = error.code();
    Reason reason = REASONS.getOrDefault(code, new Reason("", "an injected fault"));
    ApiResponse.Whole answer =
        ApiResponse.json(code, StatusException.of(code, reason.name(), reason.message()).status());
    return error.retryAfter() == null
        ? answer
        : answer.withHeader("Retry-After", Long.toString(error.retryAfter().toSeconds()));
  }

  private static StatusException conflict(ApiRequest request, ServedResources served) {
    if (!isBelowVersion(request.path())) {
      return RequestInfo.notFound();
    }
    RequestInfo target = RequestInfo.resolve(RequestInfo.Path.parse(request.path()), served);
    return StatusException.modified(target.type(), target.name());
  }

  private static ApiResponse withEffect(ApiResponse answer, FaultEffect effect) {
    return switch (answer) {
      case ApiResponse.Whole whole ->
          switch (effect) {
            case FaultEffect.Truncate ignored -> new ApiResponse.Truncated(whole);
            case FaultEffect.Corrupt ignored -> whole.withBody(CORRUPT_BODY);
            default -> whole;
          };
      case ApiResponse.Streamed streamed ->
          switch (effect) {
            case FaultEffect.Truncate ignored ->
                streamed.withWriter(new TruncatingWriter(streamed.writer()));
            case FaultEffect.Corrupt ignored -> streamed.withWriter(out -> out.write(CORRUPT_BODY));
            case FaultEffect.ExpireWatch ignored ->
                streamed.withWriter(out -> out.write(expired(streamed)));
            case FaultEffect.StallWatch ignored ->
                streamed.withWriter(new SilentWriter(streamed.writer()));
            default -> streamed;
          };
      case ApiResponse.Truncated truncated -> truncated;
      case ApiResponse.Reset reset -> reset;
    };
  }

  private static byte[] expired(ApiResponse.Streamed watch) {
    return WatchEventEncoder.error(
        watch.contentType(),
        StatusException.expired("The resourceVersion for the provided watch is too old."));
  }

  /** Keeps the watch open without writing. */
  private record SilentWriter(ApiResponse.Writer watch) implements ApiResponse.Writer {
    @Override
    public void writeTo(OutputStream out) throws IOException, InterruptedException {
      watch.writeTo(OutputStream.nullOutputStream());
    }

    @Override
    public void stop() {
      watch.stop();
    }
  }

  /** Truncates the first write of a watch. */
  private record TruncatingWriter(ApiResponse.Writer watch) implements ApiResponse.Writer {
    @Override
    public void writeTo(OutputStream out) throws IOException, InterruptedException {
      watch.writeTo(new TruncatingStream(out));
    }

    @Override
    public void stop() {
      watch.stop();
    }
  }

  private static final class TruncatingStream extends OutputStream {
    private final OutputStream out;

    TruncatingStream(OutputStream out) {
      this.out = out;
    }

    @Override
    public void write(int each) throws IOException {
      throw new AbortedResponseException();
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      out.write(bytes, from, length / 2);
      out.flush();
      throw new AbortedResponseException();
    }
  }
}
