package dev.hpa.sandbox.fields;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import dev.hpa.sandbox.proto.ObjectSchema;
import dev.hpa.sandbox.schema.Schema;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FieldManagerTest {

  private static final String APPS = "apps/v1";
  private static final Schema SCHEMA =
      Objects.requireNonNull(ObjectSchema.of(APPS, "Deployment")).types();
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  /** An object and its managers. */
  private record State(ObjectNode object, FieldManager owners) {

    static final State NOTHING = new State(tree("{}"), FieldManager.none(new OneVersion()));

    State updated(String manager, ObjectNode now) {
      return new State(
          now, owners.updated(object, now, new FieldManagerId(manager, false, APPS, ""), NOW));
    }
  }

  private static final class OneVersion implements VersionConverter {
    @Override
    public @Nullable Schema schema(String apiVersion) {
      return apiVersion.equals(APPS) ? SCHEMA : null;
    }

    @Override
    public ObjectNode convert(ObjectNode object, String apiVersion) {
      return object;
    }

    @Override
    public Set<String> untouched(String subresource) {
      return Set.of("status");
    }
  }

  private static ObjectNode tree(String text) {
    return (ObjectNode) Json.tree(text.replace('\'', '"'));
  }

  @Test
  void elementsOfKeyedListsHaveOwners() {
    State mine =
        State.NOTHING.updated(
            "me", tree("{'spec':{'template':{'spec':{'containers':[{'name':'a','image':'i'}]}}}}"));
    State both =
        mine.updated(
            "you",
            tree(
                "{'spec':{'template':{'spec':{'containers':[{'name':'a','image':'j'},{'name':'b'}]}}}}"));
    assertOwners(
        "me {'f:spec':{'.':{},'f:template':{'.':{},'f:spec':{'.':{},'f:containers':{'.':{},'k:{\\'name\\':\\'a\\'}':{'.':{},'f:name':{}}}}}}}",
        both,
        "me");
    assertOwners(
        "you {'f:spec':{'f:template':{'f:spec':{'f:containers':{'k:{\\'name\\':\\'a\\'}':{'f:image':{}},'k:{\\'name\\':\\'b\\'}':{'.':{},'f:name':{}}}}}}}",
        both,
        "you");
  }

  @Test
  void removedFieldsHaveNoOwner() {
    State mine = State.NOTHING.updated("me", tree("{'spec':{'replicas':3,'paused':true}}"));
    assertOwners(
        "me {'f:spec':{'.':{},'f:paused':{}}}",
        mine.updated("you", tree("{'spec':{'paused':true}}")),
        "me");
  }

  @Test
  void theIdentityAndTheStatusHaveNoOwner() {
    State mine =
        State.NOTHING.updated(
            "me", tree("{'metadata':{'name':'x','labels':{'a':'b'}},'status':{'replicas':1}}"));
    assertOwners("me {'f:metadata':{'f:labels':{'.':{},'f:a':{}}}}", mine, "me");
  }

  private static void assertOwners(String expected, State state, String manager) {
    ObjectNode written = tree("{}");
    state.owners().writeTo(written);
    List<String> owners = new ArrayList<>();
    written
        .at("/metadata/managedFields")
        .forEach(each -> owners.add(each.path("manager").asText() + " " + each.path("fieldsV1")));
    assertEquals(
        List.of(expected.replace('\'', '"')),
        owners.stream().filter(each -> each.startsWith(manager + " ")).toList());
  }
}
