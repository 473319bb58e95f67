package dev.hpa.sandbox.server;

import dev.hpa.api.Json;
import dev.hpa.sandbox.cluster.Cluster;
import dev.hpa.sandbox.cluster.ResourceType;
import dev.hpa.sandbox.cluster.StatusException;
import dev.hpa.sandbox.store.Snapshot;
import dev.hpa.sandbox.store.StoredObject;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Lists of stored objects, whole or in pages. The rest of a paged list is remembered for a while,
 * so that all pages show one revision.
 */
final class Lists {

  private static final int REMEMBERED = 32;

  private final Cluster cluster;
  private final Map<String, Page> rest =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Page> eldest) {
          return size() > REMEMBERED;
        }
      };

  Lists(Cluster cluster) {
    this.cluster = cluster;
  }

  /**
   * @param next token for the page after this one; empty at the end
   * @param remaining objects after this page
   */
  record Page(long revision, List<StoredObject> objects, String next, int remaining) {}

  Page list(Call call, Target target) {
    String token = call.parameter("continue");
    int limit = limit(call);
    if (token != null) {
      return cut(remembered(token), limit);
    }
    checkRevision(call);
    Filter filter = Filter.of(call, target);
    Snapshot snapshot =
        cluster.objects(target.type()).snapshot(target.namespace(), filter::matches);
    Page all = new Page(snapshot.revision(), snapshot.objects(), "", 0);
    boolean fromCache = "0".equals(call.parameter("resourceVersion"));
    return fromCache ? all : cut(all, limit);
  }

  private static int limit(Call call) {
    String limit = call.parameter("limit");
    try {
      return limit == null ? 0 : Integer.parseInt(limit);
    } catch (NumberFormatException failure) {
      throw StatusException.badRequest("limit: \"" + limit + "\" is not a number");
    }
  }

  private void checkRevision(Call call) {
    String asked = call.parameter("resourceVersion");
    String match = call.parameter("resourceVersionMatch");
    if (call.query().containsKey("sendInitialEvents")) {
      throw forbidden("sendInitialEvents", "sendInitialEvents is forbidden for list");
    }
    if (match != null && asked == null) {
      throw forbidden(
          "resourceVersionMatch",
          "resourceVersionMatch is forbidden unless resourceVersion is provided");
    }
    long revision = revision(asked);
    long current = cluster.store().revision();
    if (revision > current) {
      throw tooLarge(revision, current);
    }
    if ("Exact".equals(match) && revision != current) {
      throw StatusException.expired("The resourceVersion for the provided list is too old.");
    }
  }

  static StatusException forbidden(String field, String detail) {
    return StatusException.invalid(
        "meta.k8s.io",
        "ListOptions",
        "",
        List.of(new StatusException.Cause("FieldValueForbidden", field, "Forbidden: " + detail)));
  }

  static StatusException tooLarge(long asked, long current) {
    return StatusException.of(
        504, "Timeout", "Timeout: Too large resource version: " + asked + ", current: " + current);
  }

  static long revision(@Nullable String text) {
    if (text == null) {
      return 0;
    }
    try {
      return Long.parseUnsignedLong(text);
    } catch (NumberFormatException failure) {
      throw StatusException.badRequest("Invalid resource version: \"" + text + "\"");
    }
  }

  private synchronized Page remembered(String token) {
    Page page = rest.get(token);
    if (page == null) {
      throw StatusException.expired(
          "The provided continue parameter is too old to display a consistent list result. You can"
              + " start a new list without the continue parameter.");
    }
    return page;
  }

  private synchronized Page cut(Page page, int limit) {
    if (limit <= 0 || page.objects().size() <= limit) {
      return page;
    }
    List<StoredObject> shown = page.objects().subList(0, limit);
    List<StoredObject> later = page.objects().subList(limit, page.objects().size());
    String token = UUID.randomUUID().toString();
    rest.put(token, new Page(page.revision(), later, "", 0));
    return new Page(page.revision(), shown, token, later.size());
  }

  /** The list as JSON; stored bytes are copied as they are, without their kind and version. */
  static byte[] json(Target target, Page page) {
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
    out.writeBytes(utf8("]}\n"));
    return out.toByteArray();
  }

  private static String head(String kind, String apiVersion, Page page) {
    StringBuilder head = new StringBuilder();
    head.append("{\"kind\":\"").append(kind).append("\",\"apiVersion\":\"").append(apiVersion);
    head.append("\",\"metadata\":{\"resourceVersion\":\"").append(page.revision()).append('"');
    if (!page.next().isEmpty()) {
      head.append(",\"continue\":\"").append(page.next()).append('"');
      head.append(",\"remainingItemCount\":").append(page.remaining());
    }
    return head.append("},\"items\":[").toString();
  }

  private static byte[] typePrefix(ResourceType type, String apiVersion) {
    return utf8("{\"kind\":\"" + type.kind() + "\",\"apiVersion\":\"" + apiVersion + "\",");
  }

  /** The bytes of an object in the version a client asked for. */
  static byte[] inVersion(StoredObject object, Target target) {
    return target.version().stored()
        ? object.json()
        : Json.write(target.version().fromStored().apply(object.tree()));
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
