package dev.hpa.sandbox.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.time.VirtualTimeline;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FaultTest {

  private static final MatchedRequest LIST =
      new MatchedRequest("GET", "/api/v1/pods", "kubectl/v1", false, true);

  private final VirtualTimeline time = new VirtualTimeline(Instant.parse("2026-01-01T00:00:00Z"));
  private final Faults faults = new Faults(time, () -> 7);

  private boolean affects(MatchedRequest request) {
    return !faults.inject(request).isEmpty();
  }

  /** The numbers of the affected requests, from 1. */
  private List<Integer> affected(int requests) {
    List<Integer> affected = new ArrayList<>();
    for (int i = 1; i <= requests; i++) {
      if (affects(LIST)) {
        affected.add(i);
      }
    }
    return affected;
  }

  @Test
  void clockSkewAppliesWhileTheFaultIsActive() {
    faults.add(Fault.parse("clock-skew:offset=1h,after=1m,for=1m"));
    int back = faults.add(Fault.parse("clock-skew:offset=-10m"));
    assertEquals(Duration.ofMinutes(-10), faults.clockError());
    time.advance(Duration.ofMinutes(1));
    assertEquals(Duration.ofMinutes(50), faults.clockError());
    faults.remove(back);
    assertEquals(Duration.ofHours(1), faults.clockError());
    time.advance(Duration.ofMinutes(1));
    assertEquals(Duration.ZERO, faults.clockError());
    assertFalse(affects(LIST));
  }

  private static MatchedRequest request(String method, String path) {
    return new MatchedRequest(method, path, "", false, false);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "reset",
        "latency:delay=1500ms,first=3",
        "error:code=429,retry-after=3s,path=/apis/*/v1/**,method=PUT|PATCH,user-agent=kubectl",
        "clock-skew:offset=-1h30m,after=1m,for=30s",
        "stale-list:after=1m,for=30s,probability=0.5,every=2,seed=42"
      })
  void textRoundTrips(String text) {
    assertEquals(text, Fault.parse(text).toString());
  }

  @Test
  void parsesSettingsOfAnObject() {
    assertEquals("truncate:first=2", Fault.of("truncate", Map.of("first", "2")).toString());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "hiccup                 | \"hiccup\": unknown fault; use latency, error, conflict, reset, truncate, corrupt, expire-watch, stall-watch, stale-list or clock-skew, such as error:code=503,probability=0.2",
        "latency                | delay: required setting is missing; add delay=2s",
        "latency:delay=2        | delay: \"2\" is not a duration; use one such as 500ms or 1m30s",
        "latency:delay=-2s      | delay: \"-2s\" is not a duration; use one such as 500ms or 1m30s",
        "clock-skew             | offset: required setting is missing; add offset=1h, or offset=-1h for a clock that is behind",
        "clock-skew:offset=1    | offset: \"1\" is not a duration; use one such as 500ms or 1m30s",
        "clock-skew:offset=1h,probability=1 | probability: unknown setting; use after, for, offset",
        "error:code=200         | code: \"200\" is not supported; use 401, 403, 404, 410, 429, 500, 503 or 504",
        "error:code=99999999999 | code: \"99999999999\" is not supported; use 401, 403, 404, 410, 429, 500, 503 or 504",
        "error:retry-after=1ms  | retry-after: not a whole number of seconds; use a duration such as 2s",
        "reset:probability=2    | probability: \"2\" is not a probability; use a number from 0 to 1, such as 0.25",
        "reset:probability=NaN  | probability: \"NaN\" is not a probability; use a number from 0 to 1, such as 0.25",
        "reset:first=0          | first: \"0\" is too small; use 1 or more",
        "reset:every=x          | every: \"x\" is not an integer; use one such as 3",
        "reset:path=api         | path: \"api\" does not start with \"/\"; use one such as /api/v1/**",
        "reset:method=LIST      | method: unknown method \"LIST\"; use GET, POST, PUT, PATCH, DELETE or WATCH, separated by |",
        "reset:first            | \"first\": not a setting; use name=value",
        "reset:delay=1s         | delay: unknown setting; use after, every, first, for, method, path, probability, seed, user-agent"
      })
  void rejectsMalformedFaultsWithAMessage(String line) {
    int bar = line.indexOf('|');
    FaultFormatException refusal =
        assertThrows(FaultFormatException.class, () -> Fault.parse(line.substring(0, bar).strip()));
    assertEquals(line.substring(bar + 1).strip(), refusal.getMessage());
  }

  @ParameterizedTest
  @CsvSource({
    "/api/v1/pods, true",
    "/api/v1/pods/web, false",
    "/api/*/pods, true",
    "/api/v1/*s, true",
    "/api/*, false",
    "/api/**, true",
    "/**/pods, true",
    "/**, true",
    "/api/v1/pod, false",
    "/api/v1/pod., false"
  })
  void matchesPathPatterns(String path, boolean matches) {
    faults.add(Fault.parse("reset:path=" + path));
    assertEquals(matches, affects(LIST));
  }

  @Test
  void matchesMethodsAndUserAgents() {
    faults.add(Fault.parse("reset:method=PUT|WATCH"));
    assertTrue(affects(request("PUT", "/x")));
    assertFalse(affects(request("GET", "/x")));
    assertTrue(affects(new MatchedRequest("GET", "/x", "", true, false)));
    faults.clear();
    faults.add(Fault.parse("reset:user-agent=kubectl"));
    assertTrue(affects(LIST));
    assertFalse(affects(request("GET", "/x")));
  }

  @ParameterizedTest
  @CsvSource({
    "conflict, PUT PATCH",
    "expire-watch, WATCH",
    "stall-watch, WATCH",
    "stale-list, LIST",
    "reset, PUT PATCH POST DELETE GET LIST WATCH",
    "error, PUT PATCH POST DELETE GET LIST WATCH"
  })
  void effectsApplyToSuitableRequestsOnly(String fault, String requests) {
    faults.add(Fault.parse(fault));
    List<String> affected = new ArrayList<>();
    for (String each : List.of("PUT", "PATCH", "POST", "DELETE", "GET", "LIST", "WATCH")) {
      boolean watch = each.equals("WATCH");
      boolean list = each.equals("LIST");
      if (affects(new MatchedRequest(watch || list ? "GET" : each, "/x", "", watch, list))) {
        affected.add(each);
      }
    }
    assertEquals(requests, String.join(" ", affected));
    assertEquals(affected.size(), faults.all().getFirst().matched());
  }

  @Test
  void firstAndEverySelectRequests() {
    faults.add(Fault.parse("reset:first=2"));
    assertEquals(List.of(1, 2), affected(5));
    faults.clear();
    faults.add(Fault.parse("reset:every=3"));
    assertEquals(List.of(3, 6), affected(8));
    faults.clear();
    faults.add(Fault.parse("reset:every=2,first=5"));
    assertEquals(List.of(2, 4), affected(8));
    Faults.Active active = faults.all().getFirst();
    assertEquals(
        "8 matched, 2 injected", active.matched() + " matched, " + active.injected() + " injected");
  }

  @Test
  void probabilityDependsOnTheSeedOnly() {
    faults.add(Fault.parse("reset:probability=0.3,seed=1"));
    List<Integer> once = affected(1000);
    faults.clear();
    time.advance(Duration.ofHours(1));
    faults.add(Fault.parse("reset:probability=0.3,seed=1"));
    assertEquals(once, affected(1000));
    faults.clear();
    faults.add(Fault.parse("reset:probability=0.3,seed=2"));
    assertNotEquals(once, affected(1000));
    assertEquals(300, once.size(), 50);
  }

  @Test
  void defaultSeedIsTheNumberOfTheFault() {
    faults.add(Fault.parse("reset:probability=0.5"));
    List<Integer> first = affected(100);
    faults.clear();
    faults.add(Fault.parse("reset:probability=0.5"));
    List<Integer> second = affected(100);
    assertNotEquals(first, second);
    faults.clear();
    faults.add(Fault.parse("reset:probability=0.5,seed=2"));
    assertEquals(second, affected(100));
  }

  @Test
  void acceptsProbabilitiesZeroAndOne() {
    faults.add(Fault.parse("reset:probability=0"));
    assertEquals(0, affected(100).size());
    faults.add(Fault.parse("reset:probability=1"));
    assertEquals(100, affected(100).size());
  }

  @Test
  void scheduleStartsWhenTheFaultIsAdded() {
    time.advance(Duration.ofHours(1));
    faults.add(Fault.parse("reset:after=10s,for=5s"));
    assertFalse(affects(LIST));
    time.advance(Duration.ofSeconds(10));
    assertTrue(affects(LIST));
    time.advance(Duration.ofMillis(4999));
    assertTrue(affects(LIST));
    time.advance(Duration.ofMillis(1));
    assertFalse(affects(LIST));
    assertEquals(2, faults.all().getFirst().matched());
  }

  @Test
  void removesFaultsByNumber() {
    int one = faults.add(Fault.parse("reset"));
    int two = faults.add(Fault.parse("truncate"));
    assertEquals(
        List.of(new FaultEffect.Reset(), new FaultEffect.Truncate()),
        faults.inject(LIST).stream().map(Faults.InjectedEffect::effect).toList());
    assertEquals(7, faults.inject(LIST).getFirst().revision());
    assertTrue(faults.remove(one));
    assertFalse(faults.remove(one));
    assertEquals(List.of(two), faults.all().stream().map(Faults.Active::id).toList());
    assertEquals(3, faults.add(Fault.parse("reset")), "numbers are not given again");
  }
}
