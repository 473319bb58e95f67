package dev.hpa.kube.memory;

import java.util.Locale;

/**
 * What limits the sizes, numbers and rates that tenants, metrics sources, peers of the port and API
 * servers determine, beside the grammar of the API. A further limit is a row here, with its reason
 * and the test that holds it; {@link MemoryPart} divides the memory.
 */
public enum Limit {
  // The port of the controller and its process
  /** Threads that accept, read and write; none of them blocks. */
  PORT_THREADS(16, Unit.NUMBER, ""),
  /** Kept by the kernel of a connection in each direction: its 4 MiB would fill a container. */
  SOCKET_BYTES(1 << 15, Unit.BYTES, "DebugServerTest"),
  /** Free buffers that are kept, in and outside of the heap each. */
  FREE_BUFFER_BYTES(4 << 20, Unit.BYTES, ""),
  /** Connections of an address at the limit of all: a kubelet makes all probes at once. */
  PEER_OPENINGS(4, Unit.NUMBER, "PeerLimitsTest"),
  /** Large records without data: handshakes with a client certificate have ten. */
  TLS_RECORDS(32, Unit.NUMBER, "PeerLimitsTest"),
  /** A handshake and a request of a probe, with what small TLS records count as. */
  PROBE_BYTES(8 << 10, Unit.BYTES, "TrackedConnectionTest"),
  /** HTTP/2 frames that belong to no request: a page that is left resets its 16 streams. */
  FRAMES(32, Unit.PER_SECOND, "SecureServerTest"),
  /** Reviews of new users, unusual keys of 20 ms each: a fifth of a processor; twice at once. */
  UNKNOWN_CALLERS(10, Unit.PER_SECOND, "ReviewCallsTest"),
  /** Access reviews of users that were allowed before; twice as many at once. */
  REVIEWS(200, Unit.PER_SECOND, "ReviewCallsTest"),
  /** Answers that are remembered. */
  REMEMBERED_REVIEWS(1024, Unit.NUMBER, "ReviewCallsTest"),
  /** The longest question whose answer is remembered, as upstream. */
  REVIEW_KEY_CHARS(10_000, Unit.CHARACTERS, "AccessReviewerTest"),
  /** The largest body that a page reads. */
  REQUEST_BODY_BYTES(1 << 10, Unit.BYTES, "HostileConnectionsTest"),
  /** Bodies that are not counted until they are received: the number of connections limits them. */
  SMALL_BODY_BYTES(1 << 16, Unit.BYTES, "DebugServerTest"),
  /** The longest line about a connection or a request. */
  LOG_LINE_CHARS(512, Unit.CHARACTERS, "LogLimiterTest"),
  /** Addresses with a rate; without the least recent one it begins anew. */
  REMEMBERED_PEERS(4096, Unit.NUMBER, "PeerLimitsTest"),
  /** A file of flags or a setting, the output of a credential plugin: the maximum of a Secret. */
  CONFIGURATION_BYTES(1 << 20, Unit.BYTES, "RunFlagsTest"),

  // Requests, responses and lists
  /** Status line and headers, with informational responses, or trailers: most have a few KB. */
  HEAD_BYTES(1 << 17, Unit.BYTES, "DirectCallsTest"),
  /** Connections that are kept for further requests. */
  IDLE_CONNECTIONS(100, Unit.NUMBER, ""),
  /** What is read of a failed response, a Status with its causes, to use its connection again. */
  FAILURE_BYTES(1 << 16, Unit.BYTES, "ApiCallerTest"),
  /** Longer responses without a Status are truncated, as upstream. */
  FAILURE_TEXT_BYTES(2048, Unit.BYTES, ""),
  /** The URL of a request: API servers accept 1 MiB with all headers, such as a token. */
  TARGET_CHARS(1_000_000, Unit.CHARACTERS, "ApiCallerTest"),
  /** Paths of responses that are kept; beyond it they are found again. */
  KEPT_PATHS(10_000, Unit.NUMBER, ""),
  /** What one response may have with the smallest heap. */
  LEAST_RESPONSE_BYTES(4 << 20, Unit.BYTES, "ResponseLimitsTest"),
  /** The part of the heap that one response may have. */
  RESPONSE_PART_OF_HEAP(16, Unit.PART, "ResponseLimitsTest"),
  /** A response with any heap: the metrics of the most supported pods, 150,000, need less. */
  MOST_RESPONSE_BYTES(256 << 20, Unit.BYTES, ""),
  /** Responses that are read at once in any number, such as a scale; most have a few KB. */
  SMALL_RESPONSE_BYTES(1 << 18, Unit.BYTES, "ResponseLimitsTest"),
  /** Objects of a list with any heap: clusters of 150,000 pods, the most supported, have fewer. */
  LEAST_LIST_OBJECTS(200_000, Unit.NUMBER, "PagedListTest"),
  /** The heap for each further object of a list: one in a cache takes 250 bytes and more. */
  LIST_OBJECT_BYTES(1 << 10, Unit.BYTES, "PagedListTest"),
  /** Objects of a list, so that a faulty server cannot exhaust the memory. */
  MOST_LIST_OBJECTS(2_000_000, Unit.NUMBER, "PagedListTest"),
  /** Pages of a list. */
  LIST_PAGES(4_000, Unit.NUMBER, "PagedListTest"),
  /** All pages of a list, as sent. */
  LIST_BYTES(16L << 30, Unit.BYTES, "PagedListTest"),
  /** An event of more bytes than the API server accepts in an object is broken. */
  WATCH_EVENT_BYTES(16 << 20, Unit.BYTES, ""),
  /** What is read of the metadata of an unreadable object: more than the labels of a usual one. */
  UNREADABLE_VALUES(10_000, Unit.NUMBER, ""),
  /** The texts of these. */
  UNREADABLE_CHARS(1 << 19, Unit.CHARACTERS, ""),
  /** Labels of an unreadable object, containers of a pod in Prometheus: as of a readable pod. */
  POD_ITEMS(256, Unit.NUMBER, "PodUsagesTest"),
  /** Log lines about unreadable objects of a resource. */
  UNREADABLE_LINES(10, Unit.PER_MINUTE, "UnreadableObjectsTest"),
  /** Places in the code whose unexpected failures are logged with a stack trace. */
  FAILURE_PLACES(100, Unit.NUMBER, ""),

  // Content
  /** What a document expands to with its aliases and paths. */
  EXPANDED_CHARS(32 << 20, Unit.CHARACTERS, "FieldLinesTest"),
  /** Longer paths of fields are those of the field above. */
  FIELD_PATH_CHARS(2_048, Unit.CHARACTERS, "FieldLinesTest"),
  /** A text in Protobuf. */
  PROTOBUF_TEXT_BYTES(2 << 20, Unit.BYTES, "ProtobufReaderTest"),
  /** An object in YAML, or an access review: API servers accept less in a request. */
  OBJECT_BYTES(1 << 20, Unit.BYTES, "ReviewCallsTest"),
  /** The list of API groups, of 200 bytes each, and saved state: API servers store less. */
  TREE_BYTES(4 << 20, Unit.BYTES, ""),
  /** A text of discovery or Prometheus, whose names others choose; one that is cut is too long. */
  STREAM_TEXT_BYTES(4 << 10, Unit.BYTES, "CachedRestMapperTest"),
  /** Resources of a version of an API: one with more, such as of metrics, has no scales. */
  DISCOVERY_RESOURCES(5_000, Unit.NUMBER, ""),
  /** What is kept of discovery: 20,000 resources; clusters have a few hundred. */
  DISCOVERY_BYTES(8 << 20, Unit.BYTES, "DiscoveryRoomTest"),
  /** A name, as API servers accept it, and a selector whose number of pods is kept. */
  NAME_CHARS(253, Unit.CHARACTERS, "RouteTest"),
  /** A path in a message or that is kept, and a text of a row of the dashboard. */
  SHOWN_CHARS(200, Unit.CHARACTERS, "ApiCallerTest"),
  /** A problem or the reason of a decision in one line; messages of failures may be long. */
  PROBLEM_CHARS(300, Unit.CHARACTERS, ""),
  /** A message of a failure, a plug-in or a condition, and the start of a response in one. */
  MESSAGE_CHARS(1_024, Unit.CHARACTERS, "ResponseSizeTest"),
  /** An annotation with routes, metadata of a scale, an explained query, an object in a message. */
  LONG_TEXT_CHARS(4_096, Unit.CHARACTERS, "ScaleObjectTest"),

  // HPAs, pods and syncs
  /** Metrics of an HPA: each is a read and a proposal in every period. */
  HPA_METRICS(500, Unit.NUMBER, "AutoscalerDecoderTest"),
  /** A name in an HPA, or of a metric with saved loads: requests and messages repeat names. */
  HPA_NAME_CHARS(1_024, Unit.CHARACTERS, "LoadForecastsTest"),
  /** Policies of a direction. */
  HPA_POLICIES(256, Unit.NUMBER, "AutoscalerDecoderTest"),
  /** Metadata and spec of an HPA in memory, and half of its status: a hundred HPAs take 75 MB. */
  HPA_BYTES(384 << 10, Unit.BYTES, "AutoscalerDecoderTest"),
  /** Metrics of an HPA with recorded loads, causes of failures, and in rows and explanations. */
  FIRST_METRICS(20, Unit.NUMBER, "LoadForecastsTest"),
  /** Watched kinds of owners, which pods name freely: each costs a watch. */
  OWNER_KINDS(50, Unit.NUMBER, "OwnerIndexTest"),
  /** Of these, the kinds that the pods of one namespace were the first to name. */
  NAMESPACE_OWNER_KINDS(5, Unit.NUMBER, "OwnerIndexTest"),
  /** Keys of labels by which pods of a namespace are indexed: its selectors usually name fewer. */
  INDEXED_LABELS(64, Unit.NUMBER, ""),
  /** The selector of a workload: one with as many values as are evaluated has fewer. */
  SELECTOR_VALUES(5_000, Unit.NUMBER, "ScalableDecoderTest"),
  /** The texts of these. */
  SELECTOR_CHARS(1 << 17, Unit.CHARACTERS, "ScalableDecoderTest"),
  /** Values of pods that a sync reads, of 200 bytes each; whatever the heap, as decisions are. */
  SYNC_VALUES(500_000, Unit.NUMBER, "DecisionMakerTest"),
  /** Syncs of a turn of a namespace: HPAs that are due together share reads of metrics. */
  TURN_SYNCS(50, Unit.NUMBER, "ReconcileQueueTest"),
  /** Changes of HPAs of a namespace that are synced at once: so many are applied together. */
  CHANGES(1_000, Unit.NUMBER, "DueTimesTest"),
  /** Further ones: a tenth of the default request rate. */
  CHANGES_RATE(2, Unit.PER_SECOND, "DueTimesTest"),
  /** Those of all namespaces: the manifests of a large cluster, or five namespaces of a tenant. */
  ALL_CHANGES(5_000, Unit.NUMBER, "DueTimesTest"),
  /** Further ones: half of the default request rate. */
  ALL_CHANGES_RATE(10, Unit.PER_SECOND, "DueTimesTest"),
  /** New causes of failures in a minute, and remembered ones of an HPA or a watch. */
  CAUSES(20, Unit.NUMBER, "FailureLogTest"),
  /** Field managers, and reasons of conditions, in series of metrics: users choose them. */
  LABEL_VALUES(50, Unit.NUMBER, "ForeignWriteDetectorTest"),
  /** A reason in such a label: the longest one of decisions has half as many. */
  REASON_CHARS(64, Unit.CHARACTERS, "ConditionLabelsTest"),
  /** Deleted HPAs that still have series of metrics. */
  DELETED_HPAS(1_000, Unit.NUMBER, "ReconcileMetricsTest"),
  /** HPAs of a namespace that wait for past loads: new names do not fill the memory. */
  WAITING_LOADS(1_000, Unit.NUMBER, "PrometheusLoadsTest"),
  /** Queued events of all objects. */
  QUEUED_EVENTS(1_000, Unit.NUMBER, "EventRecorderTest"),
  /** Queued events of one object. */
  OBJECT_EVENTS(100, Unit.NUMBER, "EventRecorderTest"),

  // Providers of metrics
  /** The results of one HPA in memory; whatever the heap, as decisions are. */
  RESULT_BYTES(128 << 20, Unit.BYTES, "OverloadTest"),
  /** Values in one reading; the largest clusters have 150,000 pods. */
  RESULT_VALUES(200_000, Unit.NUMBER, "ProviderGatewayTest"),
  /** Routes in an annotation. */
  ROUTES(32, Unit.NUMBER, "ProvidersTest"),
  /** Annotations with routes that are kept parsed. */
  REMEMBERED_ROUTES(200, Unit.NUMBER, "ProvidersTest"),
  /** Calls per turn of an HPA, so that one with few metrics waits for a single turn. */
  HPA_CALLS(8, Unit.NUMBER, "IsolatedCallsTest"),
  /** Calls of a turn of each namespace: five seconds of the default request rate. */
  NAMESPACE_CALLS(100, Unit.NUMBER, "IsolatedCallsTest"),
  /** Pods that a provider lists by name, or a replay simulates: such a metric serves fewer. */
  LISTED_PODS(20_000, Unit.NUMBER, "WhatIfLimitsTest"),
  /** Values of an External metric out of range that are kept: decisions need one. */
  STATED_VALUES(100, Unit.NUMBER, ""),
  /** Selectors whose numbers of pods are kept. */
  SELECTOR_SIZES(20_000, Unit.NUMBER, "MergedReadTest"),

  // Prometheus
  /** A response with values, or the usages kept of it: 6,000 samples have about 200 KB. */
  PROMETHEUS_BYTES(16 << 20, Unit.BYTES, "PodUsagesTest"),
  /** Pods of several queries that one request asks for: some 30 KB of names. */
  SHARED_PODS(500, Unit.NUMBER, "PrometheusProviderTest"),
  /** If the lists of more namespaces fail, the others are not tried. */
  FAILED_NAMESPACES(20, Unit.NUMBER, "RuledServerTest"),
  /** A regular expression; longer ones take seconds to compile. */
  EXPRESSION_CHARS(10_000, Unit.CHARACTERS, ""),
  /** The shapes of the series of a server; 100,000 metrics have 100,000 or a few times as many. */
  SHAPE_BYTES(24 << 20, Unit.BYTES, "ShapesTest"),
  /** The part of that for those that come first in one namespace. */
  SHAPE_PART_OF_NAMESPACE(8, Unit.PART, "ShapesTest"),
  /** Values of a label that are listed; each is followed by a request. */
  LISTED_VALUES(5_000, Unit.NUMBER, "PrometheusLoadsTest"),
  /** Labels of a series of a list, and characters of a name: servers rarely accept 30. */
  SERIES_LABELS(1_000, Unit.NUMBER, "PrometheusProviderTest"),
  /** The names of the labels of a series of a list, and the values that are passed on. */
  SERIES_CHARS(1 << 16, Unit.CHARACTERS, "PrometheusProviderTest"),
  /** A template of some hundred characters that prints more is not a query. */
  TEMPLATE_CHARS(1 << 20, Unit.CHARACTERS, "TemplateTest"),

  // History and dashboard
  /** The part of the history that one HPA takes at most; its page is computed at once. */
  HISTORY_PART_OF_HPA(64, Unit.PART, "DecisionHistoryTest"),
  /** An explanation that is kept; one of 100 metrics takes less. */
  TRACE_CHARS(1 << 16, Unit.CHARACTERS, "HistoryLimitsTest"),
  /** Events that are kept of an HPA. */
  HISTORY_EVENTS(50, Unit.NUMBER, ""),
  /** Explanations at a time, with the formatting of their results. */
  EXPLANATIONS(4, Unit.NUMBER, "InspectorTest"),
  /** Clients that receive changes. */
  FEED_CLIENTS(100, Unit.NUMBER, "DashboardTest"),
  /** Changes in one event for the clients. */
  FEED_CHANGES(1_000, Unit.NUMBER, "ChangeFeedTest"),
  /** The size beyond which an event of changes has no further rows. */
  FEED_EVENT_BYTES(1 << 17, Unit.BYTES, "ResponseSizeTest"),
  /** Replays at a time. */
  REPLAYS(2, Unit.NUMBER, "ReplayThreadsTest"),
  /** Numbers of a load, 8 bytes each: a day of a sync period of 1 s and 10 metrics. */
  REPLAY_NUMBERS(1_000_000, Unit.NUMBER, "TraceFileTest"),
  /** Values of pods at one sync of a replay: each metric has one for each pod. */
  REPLAY_VALUES(100_000, Unit.NUMBER, "WhatIfLimitsTest"),
  /** Syncs of a replay: a day of a sync period of one second. */
  REPLAY_SYNCS(90_000, Unit.NUMBER, "WhatIfLimitsTest"),

  // Saved state
  /** A ConfigMap in Base64, or one HPA of it: 24 h of recommendations, the loads of 40 metrics. */
  SAVED_BYTES(2 << 20, Unit.BYTES, "CheckpointCodecTest"),
  /** A part of the state of a shard: half of what an API server accepts. */
  SAVED_PART_BYTES(512 << 10, Unit.BYTES, ""),
  /** Parts of the state of a shard. */
  SAVED_PARTS(1_000, Unit.NUMBER, ""),
  /** The names of failed metrics that are saved of an HPA. */
  SAVED_NAME_CHARS(1 << 14, Unit.CHARACTERS, "HistorySectionTest"),

  // Shadow mode
  /** Other settings that the active controller may have, and that are compared. */
  ALTERNATIVES(50, Unit.NUMBER, "ExplanationsTest"),
  /** Comparisons that wait for their replays; beyond, an HPA is no longer followed. */
  WAITING_COMPARISONS(2_000, Unit.NUMBER, "ExplanationsTest"),
  /** Writes of a status between two syncs, in two versions: the active controller has one. */
  SHADOW_WRITES(20, Unit.NUMBER, "ShadowStateTest"),
  /** States of pods, and uncertain counts, that are tried for one comparison. */
  TRIED_STATES(12, Unit.NUMBER, "ClusterSnapshotsTest"),
  /** The part of the kept changes of pods for those of one namespace. */
  CHANGES_PART_OF_NAMESPACE(4, Unit.PART, "PodChangeLogTest");

  /** What a value counts; those that are no sizes are at once, or in memory, at most. */
  enum Unit {
    BYTES,
    CHARACTERS,
    NUMBER,
    PER_SECOND,
    PER_MINUTE,
    /** The divisor of a whole. */
    PART
  }

  private final long value;
  private final Unit unit;
  private final String test;

  /**
   * @param test the simple name of the test class that holds the limit; empty without one
   */
  Limit(long value, Unit unit, String test) {
    this.value = value;
    this.unit = unit;
    this.test = test;
  }

  /** The value in its unit; those of bytes may be larger than an {@code int}. */
  public long asLong() {
    return value;
  }

  /** The value in its unit, as all of them but {@link #LIST_BYTES}. */
  public int asInt() {
    return Math.toIntExact(value);
  }

  /** The value with its unit, as in "64 KiB". */
  public String text() {
    String number = String.format(Locale.ROOT, "%,d", value);
    return switch (unit) {
      case BYTES ->
          value % (1 << 30) == 0
              ? (value >> 30) + " GiB"
              : value % (1 << 20) == 0 ? (value >> 20) + " MiB" : (value >> 10) + " KiB";
      case CHARACTERS -> number + " characters";
      case NUMBER -> number;
      case PER_SECOND -> number + " per second";
      case PER_MINUTE -> number + " per minute";
      case PART -> "1/" + number;
    };
  }

  /** A text of this length at most; of a longer one the whole characters of the start, and "…". */
  public String cut(String text) {
    if (text.length() <= value) {
      return text;
    }
    int end = asInt();
    return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end) + "…";
  }

  String test() {
    return test;
  }
}
