package dev.hpa.sandbox.watch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.sandbox.cluster.Cluster;
import dev.hpa.sandbox.cluster.ResourceType;
import dev.hpa.sandbox.cluster.StatusException;
import dev.hpa.sandbox.request.RequestInfo;
import dev.hpa.sandbox.store.StoredObject;
import dev.hpa.sandbox.table.IncludeObject;
import dev.hpa.sandbox.table.TableOptions;
import dev.hpa.sandbox.table.Tables;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Converts lists, objects and watch events to tables. */
public final class TableConverter {

  private final Cluster cluster;

  public TableConverter(Cluster cluster) {
    this.cluster = cluster;
  }

  public ObjectNode list(
      RequestInfo target, ListHandler.Page page, String version, @Nullable String include) {
    List<ObjectNode> trees = page.objects().stream().map(StoredObject::tree).toList();
    return table(
        target, trees, ListHandler.metadata(page), true, options(target, version, include));
  }

  public ObjectNode single(
      RequestInfo target, StoredObject object, String version, @Nullable String include) {
    TableOptions options = options(target, version, include);
    return table(target, List.of(object.tree()), metadata(object.tree()), true, options);
  }

  private static ObjectNode metadata(ObjectNode object) {
    JsonNode revision = object.at("/metadata/resourceVersion");
    return JsonNodeFactory.instance.objectNode().set("resourceVersion", revision);
  }

  /** Tables of one row each; only the first has the column definitions. */
  public WatchEventEncoder events(RequestInfo target, String version, @Nullable String include) {
    options(target, version, include);
    AtomicBoolean columnsSent = new AtomicBoolean();
    return new WatchEventEncoder.JsonFrames() {
      @Override
      public byte[] event(String type, StoredObject object) {
        return line(type, object.tree());
      }

      @Override
      public byte[] event(String type, ObjectNode object) {
        return type.equals("ERROR") ? super.event(type, object) : line(type, object);
      }

      private byte[] line(String type, ObjectNode object) {
        boolean isFirst = !columnsSent.getAndSet(true);
        TableOptions options = options(target, version, include);
        return super.event(
            type, table(target, List.of(object), metadata(object), isFirst, options));
      }
    };
  }

  private TableOptions options(RequestInfo target, String version, @Nullable String include) {
    try {
      return new TableOptions(
          cluster.now(),
          version,
          IncludeObject.parse(include == null ? "" : include),
          target.version().fromStored());
    } catch (IllegalArgumentException failure) {
      throw StatusException.badRequest(String.valueOf(failure.getMessage()));
    }
  }

  private static ObjectNode table(
      RequestInfo target,
      List<ObjectNode> trees,
      ObjectNode metadata,
      boolean columns,
      TableOptions options) {
    ResourceType type = target.type();
    return Tables.table(type.group(), type.plural(), trees, metadata, columns, options);
  }
}
