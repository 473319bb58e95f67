package dev.hpa.kube.replay;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.kube.discovery.CachedRestMapper;
import dev.hpa.kube.http.ApiCaller;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.ProviderContext;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Replays recorded cases to a client. */
public final class ClientReplay {

  private static final Duration SYNC_PERIOD = Duration.ofSeconds(15);
  private static final Duration NEVER = Duration.ofDays(1);

  /** The text after these prefixes is a message of a Go parser. */
  private static final Pattern PARSER_TEXT =
      Pattern.compile(
          "(?<=couldn't get version/kind; json parse error:|json:|yaml:|parsing"
              + " time|\\btime:|mime:).*",
          Pattern.DOTALL);

  /** The message of {@link dev.hpa.kube.http.MisdirectedResponseException}. */
  private static final Pattern MISDIRECTED =
      Pattern.compile("the response is about the (namespace|name) \".*\", not \".*\"$");

  private static final Pattern SCHEME = Pattern.compile(" in scheme \"[^\"]*\"");
  private static final Pattern GO_TYPE = Pattern.compile("\\*?v[0-9][a-z0-9]*\\.[A-Z]\\w*");

  private ClientReplay() {}

  /** The client that is tested. */
  @FunctionalInterface
  public interface Client {
    ClientOutcome answer(ClientCall call);
  }

  /**
   * Replays one case.
   *
   * @param factory creates the client
   * @throws AssertionError if a request, its time, or a result differs
   */
  public static void check(ClientCase recorded, Function<ProviderContext, Client> factory) {
    ReplayTimeline timeline = new ReplayTimeline();
    ReplayedServer server = new ReplayedServer(timeline, recorded.form());
    KubernetesApi api = new ApiCaller(server, timeline);
    boolean expires = !recorded.hasSlowDiscovery();
    Client client =
        factory.apply(
            new ProviderContext(
                    api,
                    timeline,
                    new CachedRestMapper(
                        api, timeline::now, expires ? CachedRestMapper.TTL : NEVER))
                .with(expires ? SYNC_PERIOD : NEVER));
    for (ClientCase.Step step : recorded.steps()) {
      timeline.pass(Duration.ofMillis(Math.max(0, step.atMs() - timeline.passedMs())));
      server.expect(step.exchanges());
      ClientOutcome outcome = client.answer(step.call());
      if (isRefusedAsMisdirected(step.result(), outcome.json())) {
        // What follows depends on the response.
        return;
      }
      compare(step, outcome.json());
      server.finish();
      long end = step.result().path("endMs").asLong();
      if (end != timeline.passedMs()) {
        throw new AssertionError(
            "call ended at %d ms; expected %d ms".formatted(timeline.passedMs(), end));
      }
    }
  }

  private static void compare(ClientCase.Step step, JsonNode outcome) {
    JsonNode expected = step.result();
    if (expected.has("panic")) {
      // A panic of upstream corresponds to any failure.
      same(step, "an error", true, outcome.has("error"));
      return;
    }
    same(step, "error", text(expected), text(outcome));
    for (String field : List.of("value", "values", "mappings", "scale", "resource")) {
      same(step, field, expected.path(field), outcome.path(field));
    }
    for (String field : List.of("reason", "code")) {
      if (outcome.has(field)) {
        same(step, field, expected.path(field).asText(), outcome.path(field).asText());
      }
    }
  }

  /**
   * client-go accepts the scale or the metrics of another object than it has requested. A client
   * may refuse them: a connection whose responses are mixed up must not scale anything.
   */
  private static boolean isRefusedAsMisdirected(JsonNode expected, JsonNode outcome) {
    return !expected.has("error") && MISDIRECTED.matcher(outcome.path("error").asText("")).find();
  }

  private static void same(ClientCase.Step step, String what, Object expected, Object found) {
    if (!expected.equals(found)) {
      throw new AssertionError(
          step.call()
              + "\n"
              + what
              + " expected: "
              + expected
              + "\n"
              + what
              + " found:    "
              + found);
    }
  }

  private static String text(JsonNode result) {
    String text = result.path("error").asText("");
    text = SCHEME.matcher(text).replaceAll("");
    text = GO_TYPE.matcher(text).replaceAll("type");
    return PARSER_TEXT.matcher(text).replaceFirst("");
  }
}
