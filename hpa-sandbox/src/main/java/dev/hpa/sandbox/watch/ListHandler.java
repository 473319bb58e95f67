package dev.hpa.sandbox.watch;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import dev.hpa.sandbox.cluster.Cluster;
import dev.hpa.sandbox.cluster.ResourceType;
import dev.hpa.sandbox.cluster.StatusException;
import dev.hpa.sandbox.cluster.Uids;
import dev.hpa.sandbox.request.ApiRequest;
import dev.hpa.sandbox.request.RequestInfo;
import dev.hpa.sandbox.store.ResourceStore;
import dev.hpa.sandbox.store.Snapshot;
import dev.hpa.sandbox.store.StoredObject;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Lists stored objects, optionally in pages. The remaining objects of a paged list are kept for a
 * while, so that all pages have one resource version.
 */
public final class ListHandler {

  private static final int MAX_CONTINUED_LISTS = 32;

  private final Cluster cluster;
  private final Map<String, Rest> rest =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Rest> eldest) {
          return size() > MAX_CONTINUED_LISTS;
        }
      };

  public ListHandler(Cluster cluster) {
    this.cluster = cluster;
  }

  /**
   * @param next the continue token; empty at the end
   * @param remaining the number of objects after this page; unset for lists with a selector
   */
  public record Page(
      long revision, List<StoredObject> objects, String next, OptionalLong remaining) {

    Page withoutObjects() {
      return new Page(revision, List.of(), next, remaining);
    }

    public static Page whole(long revision, List<StoredObject> objects) {
      return new Page(revision, objects, "", OptionalLong.empty());
    }
  }

  /** The objects after the pages that were served. */
  private record Rest(long revision, List<StoredObject> objects, ObjectFilter filter) {

    Page as(ObjectFilter asked) {
      List<StoredObject> matching =
          asked.equals(filter) ? objects : objects.stream().filter(asked::matches).toList();
      return Page.whole(revision, matching);
    }
  }

  public Page list(ApiRequest request, RequestInfo target) {
    String token = request.parameter("continue");
    long limit = integer(request, "limit");
    ObjectFilter filter = ObjectFilter.of(request, target);
    ListOptions.checkList(request);
    if (token != null) {
      return firstPage(next(request, token, filter), limit, filter);
    }
    long asked = checkedRevision(request);
    Snapshot snapshot = snapshot(request, target, filter, asked);
    Page all = Page.whole(snapshot.revision(), snapshot.objects());
    boolean fromCache = "0".equals(request.parameter("resourceVersion"));
    return fromCache ? all : firstPage(all, limit, filter);
  }

  /** Past resource versions are available as far back as watches can start. */
  private Snapshot snapshot(
      ApiRequest request, RequestInfo target, ObjectFilter filter, long asked) {
    ResourceStore objects = cluster.objects(target.type());
    boolean isExact = "Exact".equals(request.parameter("resourceVersionMatch"));
    if (request.asOf().isEmpty() && !isExact) {
      return objects.snapshot(target.namespace(), filter::matches);
    }
    Snapshot past =
        objects.snapshotAt(
            isExact ? asked : request.asOf().getAsLong(), target.namespace(), filter::matches);
    if (past == null) {
      throw tooOld();
    }
    return past;
  }

  private static StatusException tooOld() {
    return StatusException.expired("The resourceVersion for the provided list is too old.");
  }

  private Page next(ApiRequest request, String token, ObjectFilter filter) {
    String version = request.parameter("resourceVersion");
    if (version != null && !version.equals("0")) {
      throw StatusException.badRequest(
          "specifying resource version is not allowed when using continue");
    }
    return remembered(token).as(filter);
  }

  private long checkedRevision(ApiRequest request) {
    String asked = request.parameter("resourceVersion");
    long revision = version(asked);
    checkNotFuture(asked, revision, request.asOf().orElseGet(() -> cluster.store().revision()));
    return revision;
  }

  /** Checks the resource version in the read of one object. */
  public void checkRead(ApiRequest request) {
    String asked = request.parameter("resourceVersion");
    checkNotFuture(asked, revisionOfRead(asked), cluster.store().revision());
  }

  private static void checkNotFuture(@Nullable String asked, long revision, long current) {
    if (revision > current) {
      throw StatusException.tooLargeVersion(String.valueOf(asked), current);
    }
  }

  private static long version(@Nullable String text) {
    try {
      return text == null ? 0 : number(text);
    } catch (NumberFormatException failure) {
      throw StatusException.badRequest("invalid resource version: " + malformedVersion(text));
    }
  }

  /** A number that overflows is a future resource version. */
  private static long number(String text) {
    long number = Long.parseUnsignedLong(text);
    if (text.startsWith("+")) {
      throw new NumberFormatException(text);
    }
    return number < 0 ? Long.MAX_VALUE : number;
  }

  /** Real servers report a malformed version as an internal error in watches and single reads. */
  static long revisionOfRead(@Nullable String text) {
    try {
      return text == null ? 0 : number(text);
    } catch (NumberFormatException failure) {
      throw StatusException.of(500, "", malformedVersion(text));
    }
  }

  private static String malformedVersion(@Nullable String text) {
    return "resourceVersion: Invalid value: \"%s\": strconv.ParseUint: parsing \"%s\": invalid syntax"
        .formatted(text, text);
  }

  /** An integer parameter; 0 when absent. */
  public static long integer(ApiRequest request, String name) {
    String text = request.parameter(name);
    try {
      return text == null ? 0 : Long.parseLong(text);
    } catch (NumberFormatException failure) {
      throw StatusException.badRequest(
          "strconv.ParseInt: parsing \"" + text + "\": invalid syntax");
    }
  }

  private synchronized Rest remembered(String token) {
    Rest remembered = rest.get(token);
    if (remembered == null && !isToken(token)) {
      throw StatusException.badRequest(
          "invalid continue token: continue key is not valid: it was not issued by this server");
    }
    if (remembered == null) {
      throw StatusException.expired(
          "The provided continue parameter is too old to display a consistent list result. You can"
              + " start a new list without the continue parameter.");
    }
    return remembered;
  }

  private static boolean isToken(String token) {
    try {
      return UUID.fromString(token).toString().equals(token);
    } catch (IllegalArgumentException failure) {
      return false;
    }
  }

  private synchronized Page firstPage(Page page, long limit, ObjectFilter filter) {
    if (limit <= 0 || page.objects().size() <= limit) {
      return page;
    }
    int shown = (int) limit;
    List<StoredObject> later = page.objects().subList(shown, page.objects().size());
    String token = Uids.next(cluster.timeline().random());
    rest.put(token, new Rest(page.revision(), later, filter));
    return new Page(
        page.revision(),
        page.objects().subList(0, shown),
        token,
        filter.selects() ? OptionalLong.empty() : OptionalLong.of(later.size()));
  }

  /** The list as JSON; stored bytes are copied without their kind and version. */
  public static byte[] json(RequestInfo target, Page page) {
    ResourceType type = target.type();
    ByteArrayOutputStream out = new ByteArrayOutputStream(256 + page.objects().size() * 1024);
    out.writeBytes(utf8(head(type.kind() + "List", target.apiVersion(), page)));
    byte[] skipped = typePrefix(type, target.apiVersion());
    boolean first = true;
    for (StoredObject object : page.objects()) {
      if (!first) {
        out.write(',');
      }
      first = false;
      byte[] item = inVersion(object, target);
      out.write('{');
      out.write(item, skipped.length, item.length - skipped.length);
    }
    out.writeBytes(utf8("]}"));
    return out.toByteArray();
  }

  private static String head(String kind, String apiVersion, Page page) {
    return "{\"kind\":\"%s\",\"apiVersion\":\"%s\",\"metadata\":%s,\"items\":["
        .formatted(kind, apiVersion, Json.text(metadata(page)));
  }

  /** The metadata of a list. */
  static ObjectNode metadata(Page page) {
    ObjectNode metadata = JsonNodeFactory.instance.objectNode();
    metadata.put("resourceVersion", Long.toString(page.revision()));
    if (!page.next().isEmpty()) {
      metadata.put("continue", page.next());
      page.remaining().ifPresent(count -> metadata.put("remainingItemCount", count));
    }
    return metadata;
  }

  private static byte[] typePrefix(ResourceType type, String apiVersion) {
    return utf8("{\"kind\":\"" + type.kind() + "\",\"apiVersion\":\"" + apiVersion + "\",");
  }

  /** The JSON of an object in the requested version. */
  public static byte[] inVersion(StoredObject object, RequestInfo target) {
    return target.version().stored()
        ? object.json()
        : Json.write(target.version().fromStored().apply(object.tree()));
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
