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

  private boolean strikes(MatchedRequest request) {
    return !faults.strike(request).isEmpty();
  }

  /** Which of so many requests are struck, counted from 1. */
  private List<Integer> struck(int requests) {
    List<Integer> struck = new ArrayList<>();
    for (int i = 1; i <= requests; i++) {
      if (strikes(LIST)) {
        struck.add(i);
      }
    }
    return struck;
  }

  @Test
  void clocksJumpWhileTheirFaultsAreAtWork() {
    faults.add(Fault.parse("clock:jump=1h,after=1m,for=1m"));
    int back = faults.add(Fault.parse("clock:jump=-10m"));
    assertEquals(Duration.ofMinutes(-10), faults.clockError());
    time.advance(Duration.ofMinutes(1));
    assertEquals(Duration.ofMinutes(50), faults.clockError());
    faults.remove(back);
    assertEquals(Duration.ofHours(1), faults.clockError());
    time.advance(Duration.ofMinutes(1));
    assertEquals(Duration.ZERO, faults.clockError());
    assertFalse(strikes(LIST));
  }

  private static MatchedRequest request(String method, String path) {
    return new MatchedRequest(method, path, "", false, false);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "reset",
        "latency:delay=1500ms,first=3",
        "error:code=429,retry-after=3s,path=/apis/*/v1/**,method=PUT|PATCH,client=kubectl",
        "clock:jump=-1h30m,after=1m,for=30s",
        "stale:after=1m,for=30s,share=0.5,every=2,seed=42"
      })
  void isWrittenAsItIsRead(String text) {
    assertEquals(text, Fault.parse(text).toString());
  }

  @Test
  void settingsOfAnObjectMeanTheSameAsText() {
    assertEquals("cut:first=2", Fault.of("cut", Map.of("first", "2")).toString());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "hiccup                 | there is no fault \"hiccup\"; use one of latency, error, conflict, reset, cut, garbage, gone, stall, stale, clock, such as error:code=503,share=0.2",
        "latency                | the fault latency needs delay; add delay=2s",
        "latency:delay=2        | delay: \"2\" is no duration; write one such as 500ms or 1m30s",
        "latency:delay=-2s      | delay: \"-2s\" is no duration; write one such as 500ms or 1m30s",
        "clock                  | the fault clock needs jump; add jump=1h, or jump=-1h for back",
        "clock:jump=1           | jump: \"1\" is no duration; write one such as 500ms or 1m30s",
        "clock:jump=1h,share=1  | the fault clock has no setting share; it has after, for, jump",
        "error:code=200         | code: 200 is none of 401, 403, 404, 410, 429, 500, 503, 504",
        "error:code=99999999999 | code: 99999999999 is none of 401, 403, 404, 410, 429, 500, 503, 504",
        "error:retry-after=1ms  | retry-after: write whole seconds such as 2s",
        "reset:share=2          | share: \"2\" is no share; write a number from 0 to 1 such as 0.25",
        "reset:share=NaN        | share: \"NaN\" is no share; write a number from 0 to 1 such as 0.25",
        "reset:first=0          | first: 0 is too small; write 1 or more",
        "reset:every=x          | every: \"x\" is no whole number",
        "reset:path=api         | path: \"api\" does not begin with /; write one such as /api/v1/**",
        "reset:method=LIST      | method: there is no \"LIST\"; use GET, POST, PUT, PATCH, DELETE or WATCH, with | between them",
        "reset:share            | \"share\" is no setting; write name=value",
        "reset:delay=1s         | the fault reset has no setting delay; it has after, client, every, first, for, method, path, seed, share"
      })
  void whatIsNoFaultIsRefusedWithAWord(String line) {
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
  void pathsArePatterns(String path, boolean matches) {
    faults.add(Fault.parse("reset:path=" + path));
    assertEquals(matches, strikes(LIST));
  }

  @Test
  void methodsAndClientsAreChosen() {
    faults.add(Fault.parse("reset:method=PUT|WATCH"));
    assertTrue(strikes(request("PUT", "/x")));
    assertFalse(strikes(request("GET", "/x")));
    assertTrue(strikes(new MatchedRequest("GET", "/x", "", true, false)));
    faults.clear();
    faults.add(Fault.parse("reset:client=kubectl"));
    assertTrue(strikes(LIST));
    assertFalse(strikes(request("GET", "/x")));
  }

  @ParameterizedTest
  @CsvSource({
    "conflict, PUT PATCH",
    "gone, WATCH",
    "stall, WATCH",
    "stale, LIST",
    "reset, PUT PATCH POST DELETE GET LIST WATCH",
    "error, PUT PATCH POST DELETE GET LIST WATCH"
  })
  void aFaultStrikesOnlyWhereItMakesSense(String fault, String requests) {
    faults.add(Fault.parse(fault));
    List<String> struck = new ArrayList<>();
    for (String each : List.of("PUT", "PATCH", "POST", "DELETE", "GET", "LIST", "WATCH")) {
      boolean watch = each.equals("WATCH");
      boolean list = each.equals("LIST");
      if (strikes(new MatchedRequest(watch || list ? "GET" : each, "/x", "", watch, list))) {
        struck.add(each);
      }
    }
    assertEquals(requests, String.join(" ", struck));
    assertEquals(struck.size(), faults.all().getFirst().seen());
  }

  @Test
  void someOfTheRequestsAreCounted() {
    faults.add(Fault.parse("reset:first=2"));
    assertEquals(List.of(1, 2), struck(5));
    faults.clear();
    faults.add(Fault.parse("reset:every=3"));
    assertEquals(List.of(3, 6), struck(8));
    faults.clear();
    faults.add(Fault.parse("reset:every=2,first=5"));
    assertEquals(List.of(2, 4), struck(8));
    Faults.Active active = faults.all().getFirst();
    assertEquals("8 seen, 2 struck", active.seen() + " seen, " + active.struck() + " struck");
  }

  @Test
  void chanceDependsOnTheSeedAlone() {
    faults.add(Fault.parse("reset:share=0.3,seed=1"));
    List<Integer> once = struck(1000);
    faults.clear();
    time.advance(Duration.ofHours(1));
    faults.add(Fault.parse("reset:share=0.3,seed=1"));
    assertEquals(once, struck(1000));
    faults.clear();
    faults.add(Fault.parse("reset:share=0.3,seed=2"));
    assertNotEquals(once, struck(1000));
    assertEquals(300, once.size(), 50);
  }

  @Test
  void aFaultWithoutASeedHasItsNumberAsSeed() {
    faults.add(Fault.parse("reset:share=0.5"));
    List<Integer> first = struck(100);
    faults.clear();
    faults.add(Fault.parse("reset:share=0.5"));
    List<Integer> second = struck(100);
    assertNotEquals(first, second);
    faults.clear();
    faults.add(Fault.parse("reset:share=0.5,seed=2"));
    assertEquals(second, struck(100));
  }

  @Test
  void nothingAndEverythingAreShares() {
    faults.add(Fault.parse("reset:share=0"));
    assertEquals(0, struck(100).size());
    faults.add(Fault.parse("reset:share=1"));
    assertEquals(100, struck(100).size());
  }

  @Test
  void aWindowOfTimeCountsFromTheAddition() {
    time.advance(Duration.ofHours(1));
    faults.add(Fault.parse("reset:after=10s,for=5s"));
    assertFalse(strikes(LIST));
    time.advance(Duration.ofSeconds(10));
    assertTrue(strikes(LIST));
    time.advance(Duration.ofMillis(4999));
    assertTrue(strikes(LIST));
    time.advance(Duration.ofMillis(1));
    assertFalse(strikes(LIST));
    assertEquals(2, faults.all().getFirst().seen());
  }

  @Test
  void faultsAreRemovedByTheirNumber() {
    int one = faults.add(Fault.parse("reset"));
    int two = faults.add(Fault.parse("cut"));
    assertEquals(
        List.of(new FaultEffect.Reset(), new FaultEffect.Cut()),
        faults.strike(LIST).stream().map(Faults.Strike::effect).toList());
    assertEquals(7, faults.strike(LIST).getFirst().revision());
    assertTrue(faults.remove(one));
    assertFalse(faults.remove(one));
    assertEquals(List.of(two), faults.all().stream().map(Faults.Active::id).toList());
    assertEquals(3, faults.add(Fault.parse("reset")), "numbers are not given again");
  }
}
